import type { Repositories } from '../../../execution/repositories/index.ts'
import type { EffectContext, Engine } from '../../../platform/jobs/index.ts'

const nameForm = /^([0-9a-f-]{36})-(\d+)-(\d+)$/

/** The name of the only worktree of an attempt. */
export const worktreeName = (run: EffectContext['run'], { seq, attempt }: Attempt): string =>
  `${run.id}-${seq}-${attempt}`

interface Attempt {
  readonly seq: number
  readonly attempt: number
}

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

const afterAll: Attempt = { seq: Infinity, attempt: 1 }

export interface SweepParts {
  readonly repositories: Repositories
  readonly engine: Pick<Engine, 'ended'>
}

/** Deletes the worktrees of runs that have ended: a process that dies after it lost its step leaves one behind. */
export const sweepWorktrees = async ({ repositories, engine }: SweepParts): Promise<void> => {
  const runIds = new Set((await repositories.worktrees.list()).flatMap((name) => placeOf(name)?.runId ?? []))
  if (runIds.size === 0) return
  for (const runId of await engine.ended([...runIds])) await discardWorktrees(repositories, runId, afterAll)
}
