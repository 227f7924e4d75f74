import type { Database } from '../../../platform/db/database.ts'
import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import { domain } from '../../domain.ts'
import { cycles } from './contract.ts'
import { endWork } from '../planning/dispatch.ts'
import { purgeIntake } from '../planning/intake/store.ts'
import { intakeWorkflow } from '../planning/intake/workflow.ts'
import { endProjectRun } from '../planning/project-run/end.ts'
import { resumeProjectRun } from '../planning/project-run/resume.ts'
import { projectWorkflow } from '../planning/project-run/workflow.ts'
import { checkWorkflow } from '../runs/rerun-check.ts'
import { sweepWorktrees } from '../workbench/left-worktrees.ts'
import { conversationsOf, dropOldConversations } from '../workbench/saved-work.ts'
import type { CycleParts } from '../workbench/parts.ts'
import { cycleWorkflow, taskWorkflow } from '../runs/workflow.ts'
import { dropOldSetups } from '../workbench/setup/keep.ts'
import { setupsOf } from '../workbench/setup/setup-keys.ts'
import routes from './routes.ts'
import { countCycles, cycleKind, isChanging } from './store.ts'

interface Parts {
  readonly database: Database
  readonly engine: Engine
  readonly objects: ObjectStore
  readonly repositories: Repositories
}

export default domain({
  name: 'cycles',
  contract: cycles,
  handlers: routes,
  kinds: { cycle: cycleKind },
  workflows: (parts: CycleParts) => [
    cycleWorkflow(parts),
    taskWorkflow(parts),
    projectWorkflow(parts),
    checkWorkflow(parts),
    intakeWorkflow(parts),
  ],
  schedules: (parts: Parts) => [
    { name: 'left-worktrees', everySeconds: 3_600, work: () => sweepWorktrees(parts) },
    { name: 'old-setups', everySeconds: 3_600, work: () => dropOldSetups(parts.objects) },
    { name: 'old-conversations', everySeconds: 3_600, work: () => dropOldConversations(parts.objects) },
  ],
  project: ({ engine, objects }: Parts) => ({
    count: countCycles,
    isChanging,
    end: (tx, id) => endWork(engine, tx, id),
    archive: (tx, id) => endProjectRun(engine, tx, id),
    change: (tx, id) => resumeProjectRun(engine, tx, id),
    removeFiles: async (id) => {
      await objects.removeUnder(setupsOf(id))
      await objects.removeUnder(conversationsOf(id))
    },
    purge: purgeIntake,
  }),
  jobActions: ['cycle.deliver', 'task.merge'],
})
