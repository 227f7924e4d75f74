import type { Transaction } from '../../../platform/db/transaction.ts'
import { domain } from '../../domain.ts'
import { sandboxes } from './contract.ts'
import { endImageBuilds } from './jobs/end-image-builds.ts'
import { sweepWorktrees, type SweepParts } from './jobs/sweep-worktrees.ts'
import routes, { type SandboxesParts } from './handlers.ts'
import { removeImageBuilds } from './store-image-builds.ts'

const hourSeconds = 3_600

export default domain({
  name: 'sandboxes',
  contract: sandboxes,
  handlers: routes,
  schedules: (parts: SweepParts) => [
    { name: 'image-builds', everySeconds: 60, work: (context) => endImageBuilds(parts, context) },
    { name: 'terminal-worktrees', everySeconds: hourSeconds, onEachMachine: true, work: () => sweepWorktrees(parts) },
  ],
  project: ({ desktops, people }: SandboxesParts) => {
    const leave = async (tx: Transaction, projectId: string) =>
      tx.afterCommit(() => {
        people.watch.check()
        desktops.stop(projectId)
      })
    return { archive: leave, end: leave, purge: removeImageBuilds }
  },
  jobActions: ['terminal.open', 'terminal.end', 'desktop.open', 'desktop.end'],
})
