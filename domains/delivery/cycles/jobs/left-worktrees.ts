import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { EffectContext, Engine } from '../../../../platform/jobs/index.ts'

const nameForm = /^([0-9a-f-]{36})-(\d+)-(\d+)$/

/** The name of the one worktree of an attempt. */
export const worktreeName = (run: EffectContext['run'], { seq, attempt }: Attempt): string =>
  `${run.id}-${seq}-${attempt}`

interface Attempt {
  readonly seq: number
  readonly attempt: number
}

/** Deletes the worktrees that a run's attempts before this one left; later ones belong to whoever took the run over. */
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

interface Parts {
  readonly database: Database
  readonly repositories: Repositories
  readonly engine: Engine
}

/** Deletes the worktrees of runs that have ended: a process that dies after it lost its step leaves one behind. */
export const sweepWorktrees = async (
  { database, repositories, engine }: Parts,
  workspaces: readonly string[],
): Promise<void> => {
  const names = await repositories.worktrees.list()
  for (const runId of new Set(names.flatMap((name) => placeOf(name)?.runId ?? []))) {
    for (const workspace of workspaces) {
      const found = await database.reading(workspace, (tx) => engine.diagnostics(tx, runId))
      if (found?.run.endedAt) await discardWorktrees(repositories, runId, afterAll)
    }
  }
}
