import { randomUUID } from 'node:crypto'
import { messageOf } from './message.ts'
import { sendMessage } from './send.ts'
import { settleAnswer } from './settle.ts'
import { waitingMost, isWanted } from './rules.ts'
import { lockWebhook } from './store.ts'
import {
  claimWebhook,
  holdWebhook,
  nextDelivery,
  releaseWebhook,
  type DueWebhook,
  advanceReplayTo,
  advanceTo,
  waitingFor,
} from './store-turns.ts'
import type { WebhookTurn, WebhookParts } from './turn-parts.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { eventsAfter, eventsOfPeriod } from '../events/index.ts'
import { insertDeliveries } from './store-deliveries.ts'
import type { WebhookRow } from './tables.ts'

// Longer than an attempt and its settling, so that a turn that lives is never taken over.
const leaseMs = 60_000
const deliveriesMost = 100
const turnMs = 20_000

/**
 * Sends a webhook its due messages, one after the other, in the order of events. It ends once the webhook has to rest,
 * and after a hundred messages or twenty seconds, so that others have their turn. A delivery that was sent and could
 * not be settled is sent again, under the same id.
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

/** True if the next message may follow. */
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

const pageRows = 200
const pagesMost = 10

/**
 * Inserts deliveries of the events that came since the last turn, and of a replay under way, until the limit of waiting
 * deliveries. The positions are stored in the same transaction, so that none is left out or made twice.
 */
const queueDeliveries = async (tx: Transaction, turn: WebhookTurn): Promise<void> => {
  const webhook = await holdWebhook(tx, turn)
  if (!webhook) return
  const room = await fillFromLog(tx, webhook, turn.waitingMost - (await waitingFor(tx, webhook.id)))
  if (webhook.replayUntil) await fillFromReplay(tx, webhook, room)
}

/** Inserts at most `before` deliveries; returns the room left afterwards. */
const fillFromLog = async (tx: Transaction, webhook: WebhookRow, before: number) => {
  let { position } = webhook
  let room = before
  for (let page = 0; page < pagesMost && room > 0; page += 1) {
    const limit = Math.min(pageRows, room)
    const events = await eventsAfter(tx, position, limit)
    const wanted = events.filter((event) => isWanted(webhook, event))
    await insertDeliveries(tx, webhook.id, 'event', wanted, await tx.now())
    room -= wanted.length
    position = events.at(-1)?.position ?? position
    if (events.length < limit) break
  }
  if (position !== webhook.position) await advanceTo(tx, webhook.id, position)
  return room
}

const fillFromReplay = async (tx: Transaction, webhook: WebhookRow, before: number) => {
  let at = webhook.replayAt!
  let position = webhook.replayPosition!
  let room = before
  for (let page = 0; page < pagesMost && room > 0; page += 1) {
    const limit = Math.min(pageRows, room)
    const events = await eventsOfPeriod(tx, { at, position, until: webhook.replayUntil!, limit })
    const wanted = events.filter((event) => isWanted(webhook, event))
    await insertDeliveries(tx, webhook.id, 'replay', wanted, await tx.now())
    room -= wanted.length
    const last = events.at(-1)
    if (!last || events.length < limit) return advanceReplayTo(tx, webhook.id, null, null)
    ;[at, position] = [last.occurredAt, last.position]
  }
  return advanceReplayTo(tx, webhook.id, at, position)
}
