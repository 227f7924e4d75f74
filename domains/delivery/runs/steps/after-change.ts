import { goTo, type CommitContext } from '../../../../platform/jobs/index.ts'
import type { Round } from '../../../agents/agents/index.ts'
import { moveTask, type TaskRow } from '../../tasks/index.ts'
import { cycleRunId, type StepWork } from '../../workbench/index.ts'
import { untilStored } from '../../agent-work/index.ts'
import type { CommitResult, Worktree } from '../../../../execution/repositories/index.ts'
import { taskRun, type Unfinished } from '../graph.ts'
import { stepOfRound } from '../rules-moves.ts'

/** Writes the files of a worktree as one commit on the base of its task; the commits since `since` are replaced. */
export const commitChange = (
  { parts, context, work }: StepWork,
  worktree: Worktree,
  since: string,
  message: string,
): Promise<CommitResult> => {
  const { run, key, signal } = context
  // No merged history has content that a review sent back, such as a secret.
  const request = { parents: [work.task.baseSha!], since, message, at: run.createdAt, key, signal }
  return untilStored(signal, () => parts.repositories.commitWorktree(worktree, request))
}

interface HandedIn {
  readonly headSha: string
  readonly reworks: number
  /** Message of the commit, which the rounds add to. */
  readonly message: string
  readonly rounds: readonly Round[]
  readonly unfinished: Unfinished | undefined
}

/** Records the commit of a task, and begins the next round of its pipeline, or its checks. */
export const afterChange = async (
  { tx, run, now }: CommitContext,
  task: TaskRow,
  { headSha, reworks, message, rounds, unfinished }: HandedIn,
) => {
  const of = { id: task.id, runId: cycleRunId(run) }
  const [next, ...rest] = rounds
  await moveTask(tx, of, next ? 'building' : 'testing', now, { headSha })
  if (next) return goTo(taskRun.at[stepOfRound(next)], { reworks, message, rounds: rest })
  return goTo(taskRun.at['check-task'], { reworks, ...(unfinished && { unfinished }) })
}
