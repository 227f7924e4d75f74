import {
  GitMemoryError,
  TooManyChangesError,
  type Worktree,
  type Repositories,
} from '../../../execution/repositories/index.ts'
import { Unrecoverable, type EffectContext, type Engine } from '../../../platform/jobs/index.ts'
import { StorageFullError, StoreFullError } from '../../../platform/storage/index.ts'
import type { StepWork, Work } from './step-work.ts'

/**
 * Lends a step a worktree with the files of a commit, and always removes it afterwards. It is the attempt's own: a
 * process that lost the step to another must not commit from the other's files, nor take them away. Where a result
 * `isFailure` and the disk has no room any more, the step waits for room and begins again.
 */
export const withWorktree = async <T>(
  { parts, context: { run, step, signal }, work: { repository } }: StepWork<Work>,
  commit: string,
  work: (worktree: Worktree) => Promise<T>,
  isFailure: (result: T) => boolean = () => false,
): Promise<T> => {
  const { worktrees } = parts.repositories
  const worktree = await worktrees.acquire(repository.id, { commit, name: worktreeName(run, step), signal })
  try {
    // A stop that came while the files were laid out is not kept waiting for a sandbox.
    signal.throwIfAborted()
    const result = await work(worktree)
    if (isFailure(result) && !(await parts.hasRoom())) throw new StorageFullError('the files of this task')
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

interface Attempt {
  readonly seq: number
  readonly attempt: number
}

/** The name of the only worktree of an attempt; `nameForm` parses it. */
export const worktreeName = (run: EffectContext['run'], { seq, attempt }: Attempt): string =>
  `${run.id}-${seq}-${attempt}`
const nameForm = /^([0-9a-f-]{36})-(\d+)-(\d+)$/

/** Deletes the worktrees of a run's earlier attempts; later ones belong to the process that took the run over. */
export const discardWorktrees = async ({ worktrees }: Repositories, runId: string, before: Attempt): Promise<void> => {
  for (const name of await worktrees.list()) {
    const of = placeOf(name)
    if (of?.runId === runId && isBefore(of, before)) await worktrees.discard(name)
  }
}

const placeOf = (name: string) => {
  const [, runId, seq, attempt] = nameForm.exec(name) ?? []
  return runId === undefined ? undefined : { runId, seq: Number(seq), attempt: Number(attempt) }
}

const isBefore = (one: Attempt, other: Attempt) =>
  one.seq < other.seq || (one.seq === other.seq && one.attempt < other.attempt)

export interface SweepParts {
  readonly repositories: Repositories
  readonly engine: Pick<Engine, 'ended'>
}

/** Deletes the worktrees of runs that have ended: a process that dies after it lost its step leaves one behind. */
export const sweepWorktrees = async ({ repositories, engine }: SweepParts): Promise<void> => {
  const runIds = new Set((await repositories.worktrees.list()).flatMap((name) => placeOf(name)?.runId ?? []))
  if (runIds.size === 0) return
  const afterAll = { seq: Infinity, attempt: 1 }
  for (const runId of await engine.ended([...runIds])) await discardWorktrees(repositories, runId, afterAll)
}
