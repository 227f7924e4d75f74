import type { Database } from '../../../platform/db/database.ts'
import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import { domain } from '../../domain.ts'
import { cycles } from './contract.ts'
import { endWork } from './dispatch.ts'
import { purgeIntake } from './intake/store.ts'
import { intakeWorkflow } from './intake/workflow.ts'
import { endProjectRun } from './project-run/end.ts'
import { resumeProjectRun } from './project-run/resume.ts'
import { projectWorkflow } from './project-run/workflow.ts'
import { checkWorkflow } from './jobs/rerun-check.ts'
import { sweepWorktrees } from './jobs/left-worktrees.ts'
import { conversationsOf, dropOldConversations } from './jobs/saved-work.ts'
import type { CycleParts } from './jobs/parts.ts'
import { cycleWorkflow, taskWorkflow } from './jobs/workflow.ts'
import { dropOldSetups } from './setup/keep.ts'
import { setupsOf } from './setup/setup-keys.ts'
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
