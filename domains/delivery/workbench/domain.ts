import { domain } from '../../domain.ts'
import { sweepWorktrees, type SweepParts } from './with-worktree.ts'

export default domain({
  name: 'workbench',
  schedules: (parts: SweepParts) => [
    { name: 'left-worktrees', everySeconds: 3_600, onEachMachine: true, work: () => sweepWorktrees(parts) },
  ],
})
