import { moveOwnRef } from './move-own-ref.ts'
import type { StepWork } from '../../workbench/index.ts'

/** Only the task's run writes there, so what stands there is from an attempt that died before it was recorded. */
export const moveTaskRef = async (
  { parts, context, work: { repository, refs, task } }: StepWork,
  to: string,
): Promise<void> => {
  const name = refs.task(task.number)
  const from = await parts.repositories.readRef(repository.id, name)
  if ((await moveOwnRef(parts, context, { repositoryId: repository.id, name }, { from, to })) === 'stale')
    throw new Error(`${name} moved while its only writer was at work`)
}
