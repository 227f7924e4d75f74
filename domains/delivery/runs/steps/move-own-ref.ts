import type { EffectContext } from '../../../../platform/jobs/index.ts'
import type { CycleParts } from '../../workbench/index.ts'

/**
 * Moves a ref that this run alone writes, but not where its step is held by another attempt by now, or was stopped: what
 * a process moves that was frozen meanwhile, or given up, would stand there behind the last one who looks.
 */
export const moveOwnRef = async (
  { repositories }: Pick<CycleParts, 'repositories'>,
  { write, signal }: Pick<EffectContext, 'write' | 'signal'>,
  { repositoryId, name }: { readonly repositoryId: string; readonly name: string },
  move: { readonly from: string | undefined; readonly to: string },
): Promise<'moved' | 'stale'> => {
  if (move.from === move.to) return 'moved'
  await write(() => Promise.resolve())
  signal.throwIfAborted()
  return repositories.moveRef(repositoryId, name, move)
}
