import { finish } from '../../../../platform/jobs/index.ts'
import { taskRun } from '../graph.ts'
import { discardWorktrees, type CycleParts } from '../../workbench/index.ts'

/** Deletes the worktrees that a stopped step left. */
export const cleanUpTask = ({ repositories }: CycleParts) =>
  taskRun.step('clean-up-task', {
    effect: ({ run, step }) => discardWorktrees(repositories, run.id, step),
    commit: () => finish(),
  })
