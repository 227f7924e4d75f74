import { domain } from '../../domain.ts'
import { sandboxes } from './contract.ts'
import { sweepWorktrees, type SweepParts } from './jobs/sweep-worktrees.ts'
import routes, { type SandboxesParts } from './routes.ts'

const hourSeconds = 3_600

export default domain({
  name: 'sandboxes',
  contract: sandboxes,
  handlers: routes,
  schedules: (parts: SweepParts) => [
    { name: 'terminal-worktrees', everySeconds: hourSeconds, work: () => sweepWorktrees(parts) },
  ],
  project: ({ terminals }: SandboxesParts) => ({
    archive: async (tx) => tx.afterCommit(() => terminals.check()),
    end: async (tx) => tx.afterCommit(() => terminals.check()),
  }),
  jobActions: ['terminal.open', 'terminal.end'],
})
