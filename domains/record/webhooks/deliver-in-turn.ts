import { randomUUID } from 'node:crypto'
import { queueDeliveries } from './queue-deliveries.ts'
import { messageOf } from './message.ts'
import { sendMessage } from './send.ts'
import { settleAnswer } from './settle.ts'
import { waitingMost } from './rules.ts'
import { lockWebhook } from './store.ts'
import { claimWebhook, holdWebhook, nextDelivery, releaseWebhook, type DueWebhook } from './store-turns.ts'
import type { WebhookTurn, WebhookParts } from './turn-parts.ts'

// Longer than an attempt and its settling, so that a turn that lives is never taken over.
const leaseMs = 60_000
const deliveriesMost = 100
const turnMs = 20_000

/**
 * Sends a webhook what is due, one message after the other, in the order of events. It ends once the webhook has to
 * rest, and after a hundred messages or twenty seconds, so that others have their turn. A delivery that was sent and
 * could not be settled is sent again, under the same id.
 */
export const deliverInTurn = async (
  parts: WebhookParts,
  { workspaceId, id }: Pick<DueWebhook, 'workspaceId' | 'id'>,
  signal: AbortSignal,
): Promise<void> => {
  const within: WebhookTurn['within'] = (work) => parts.database.within(workspaceId, work)
  const turn: WebhookTurn = { waitingMost, ...parts, id, holder: randomUUID(), leaseMs, within }
  if (!(await within((tx) => claimWebhook(tx, turn)))) return
  try {
    await within((tx) => queueDeliveries(tx, turn))
    const untilMs = performance.now() + turnMs
    for (let sent = 0; sent < deliveriesMost && performance.now() < untilMs && !signal.aborted; sent += 1)
      if (!(await deliverNext(turn, signal))) break
  } finally {
    await within(async (tx) => {
      await lockWebhook(tx, id)
      await releaseWebhook(tx, turn)
    })
  }
}

/** Whether the next message may follow. */
const deliverNext = async (turn: WebhookTurn, signal: AbortSignal): Promise<boolean> => {
  const found = await turn.within(async (tx) => {
    const webhook = await holdWebhook(tx, turn)
    const delivery = webhook && (await nextDelivery(tx, webhook.id))
    return delivery && { delivery, at: await tx.now(), message: await messageOf(tx, turn, webhook, delivery) }
  })
  if (!found) return false
  const { delivery, at, message } = found
  const answer = 'unsent' in message ? message.unsent : await sendMessage(turn.fetcher, message, signal)
  return turn.within((tx) => settleAnswer(tx, turn, delivery, at, answer))
}
