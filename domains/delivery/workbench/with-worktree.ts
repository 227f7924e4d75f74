import { GitMemoryError, TooManyChangesError, type Worktree } from '../../../execution/repositories/index.ts'
import { Unrecoverable } from '../../../platform/jobs/index.ts'
import { StorageFullError, StoreFullError } from '../../../platform/storage/index.ts'
import type { StepWork } from './step-work.ts'
import type { Work } from './step-work.ts'
import { worktreeName } from './sweep-worktrees.ts'

/**
 * Lends a step a worktree with the files of a commit, and always removes it afterwards. It is the attempt's own: a
 * process that lost the step to another must not commit from the other's files, nor take them away. Where a result
 * `isFailure` and the disk has no room any more, the step waits for room and begins again.
 */
export const withWorktree = async <T>(
  {
    parts: {
      repositories: { worktrees },
      hasRoom,
    },
    context: { run, step, signal },
    work: { repository },
  }: StepWork<Work>,
  commit: string,
  work: (worktree: Worktree) => Promise<T>,
  isFailure: (result: T) => boolean = () => false,
): Promise<T> => {
  const worktree = await worktrees.acquire(repository.id, { commit, name: worktreeName(run, step), signal })
  try {
    // A stop that came while the files were laid out is not kept waiting for a sandbox.
    signal.throwIfAborted()
    const result = await work(worktree)
    if (isFailure(result) && !(await hasRoom())) throw new StorageFullError('the files of this task')
    return result
  } catch (error) {
    throw isTooMuch(error) || fillsDisk(error, step) ? new Unrecoverable(error.message) : error
  } finally {
    await worktrees.release(worktree)
  }
}

/** The agent's files are more than a commit takes: another attempt would pay for the agent again, and end the same. */
const isTooMuch = (error: unknown): error is Error =>
  error instanceof TooManyChangesError || error instanceof GitMemoryError

const beginsMost = 5

/** A step that began so often with room for it fills the disk itself: it would begin again for ever. */
const fillsDisk = (error: unknown, { attempt }: { readonly attempt: number }): error is Error =>
  error instanceof StorageFullError && !(error instanceof StoreFullError) && attempt >= beginsMost
