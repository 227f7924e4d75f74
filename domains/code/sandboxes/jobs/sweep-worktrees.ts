import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { slotOfWorktree, worktreeNameOf } from '../rules.ts'
import { removeExpiredCredentials } from '../store-credentials.ts'

export interface SweepParts {
  readonly repositories: Repositories
  readonly engine: Pick<Engine, 'slots'>
  readonly database: Database
}

/** Deletes expired credentials, and people's worktrees that a dead process left: no process holds their slot any more. */
export const sweepWorktrees = async ({ repositories, engine, database }: SweepParts): Promise<void> => {
  const { worktrees } = repositories
  await database.identity(removeExpiredCredentials)
  const slots = (await worktrees.list()).flatMap((name) => slotOfWorktree(name) ?? [])
  if (slots.length === 0) return
  const held = await engine.slots.held(slots)
  for (const slot of slots) if (!held.has(slot)) await worktrees.discard(worktreeNameOf(slot))
}
