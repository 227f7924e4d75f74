import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import { domain } from '../../domain.ts'
import { sweepWorktrees, type CycleParts } from '../workbench/index.ts'
import { conversationsOf, dropOldConversations } from '../agent-work/index.ts'
import { dropOldSetups, setupsOf } from '../../../execution/packages/index.ts'
import { runs } from './contract.ts'
import { checkWorkflow } from './rerun-check.ts'
import routes from './routes.ts'
import { cycleWorkflow, taskWorkflow } from './workflow.ts'

interface Parts {
  readonly database: Database
  readonly engine: Engine
  readonly objects: ObjectStore
  readonly repositories: Repositories
}

export default domain({
  name: 'runs',
  contract: runs,
  handlers: routes,
  workflows: (parts: CycleParts) => [cycleWorkflow(parts), taskWorkflow(parts), checkWorkflow(parts)],
  schedules: (parts: Parts) => [
    { name: 'left-worktrees', everySeconds: 3_600, onEachMachine: true, work: () => sweepWorktrees(parts) },
    { name: 'old-setups', everySeconds: 3_600, work: () => dropOldSetups(parts.objects) },
    { name: 'old-conversations', everySeconds: 3_600, work: () => dropOldConversations(parts.objects) },
  ],
  project: ({ objects }: { readonly objects: ObjectStore }) => ({
    removeFiles: async (id) => {
      await objects.removeUnder(setupsOf(id))
      await objects.removeUnder(conversationsOf(id))
    },
  }),
  jobActions: ['cycle.deliver', 'task.merge', 'run.commit', 'secret.use'],
})
