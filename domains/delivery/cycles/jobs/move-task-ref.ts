import type { CycleParts } from './parts.ts'
import type { TaskWork } from './work.ts'

/** Only the task's run writes there, so what stands there is from an attempt that died before it was recorded. */
export const moveTaskRef = async (
  { repositories }: Pick<CycleParts, 'repositories'>,
  { repository, refs, task }: TaskWork,
  to: string,
): Promise<void> => {
  const ref = refs.task(task.number)
  const from = await repositories.readRef(repository.id, ref)
  if (from !== to && (await repositories.moveRef(repository.id, ref, { from, to })) === 'stale') {
    throw new Error(`${ref} moved while its only writer was at work`)
  }
}
