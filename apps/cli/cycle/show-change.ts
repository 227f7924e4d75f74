import { review } from '../../../domains/delivery/review/contract.ts'
import type { Client } from '../client/client.ts'
import type { CycleEvent } from '../client/follow.ts'
import { atelier } from '../command.ts'
import { Failure } from '../failure.ts'
import { shortId } from '../ids.ts'
import type { Session } from '../session.ts'
import { paintedPatch } from '../terminal/patch.ts'
import { counted } from '../terminal/text.ts'

const linesMost = 60

/**
 * The diff of a task as lines for a person who watches, once its review has read it; none for any other event, or
 * without one.
 */
export const changeLines = async (
  { output }: Session,
  client: Client,
  { eventType, entityId }: CycleEvent,
): Promise<readonly string[]> => {
  if (eventType !== 'task.reviewed') return []
  const evidence = await client
    .call(review.getTaskReviewEvidence, { params: { id: entityId } })
    .catch((error: unknown) => {
      if (error instanceof Failure && error.code !== 'not_reached') return undefined
      throw error
    })
  if (!evidence?.patch) return []
  const lines = evidence.patch.trimEnd().split('\n')
  const hidden = lines.length - linesMost
  const shown = paintedPatch(lines.slice(0, linesMost).join('\n'), output.paintMessage).split('\n')
  const isCut = hidden > 0 || evidence.patchTruncated
  const more = `${hidden > 0 ? `${counted(hidden, 'more line')}. ` : ''}All of it: ${atelier} diff ${shortId(entityId)}`
  return [...shown, ...(isCut ? [more] : [])].map((line) => `      ${line}`)
}
