import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { slotOfWorktree, worktreeNameOf } from '../rules.ts'

export interface SweepParts {
  readonly repositories: Repositories
  readonly engine: Pick<Engine, 'slots'>
}

/** Deletes the worktrees of people that a process left behind when it died: no process holds their slot any more. */
export const sweepWorktrees = async ({ repositories: { worktrees }, engine }: SweepParts): Promise<void> => {
  const slots = (await worktrees.list()).flatMap((name) => slotOfWorktree(name) ?? [])
  if (slots.length === 0) return
  const held = await engine.slots.held(slots)
  for (const slot of slots) if (!held.has(slot)) await worktrees.discard(worktreeNameOf(slot))
}
