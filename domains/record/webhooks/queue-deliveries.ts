import type { Transaction } from '../../../platform/db/transaction.ts'
import { eventsAfter, eventsOfPeriod } from '../events/index.ts'
import { isWanted } from './rules.ts'
import { insertDeliveries } from './store-deliveries.ts'
import { advanceReplayTo, advanceTo, holdWebhook, waitingFor } from './store-turns.ts'
import type { WebhookRow } from './tables.ts'
import type { WebhookTurn } from './turn-parts.ts'

const pageRows = 200
const pagesMost = 10

/**
 * Makes deliveries of the events that came since the last turn, and of a replay under way, until so many wait that no
 * more may. Where each goes on is kept in the same transaction, so that none is left out or made twice.
 */
export const queueDeliveries = async (tx: Transaction, turn: WebhookTurn): Promise<void> => {
  const webhook = await holdWebhook(tx, turn)
  if (!webhook) return
  const room = await fillFromLog(tx, webhook, turn.waitingMost - (await waitingFor(tx, webhook.id)))
  if (webhook.replayUntil) await fillFromReplay(tx, webhook, room)
}

/** At most `before` deliveries are made; gives for how many more there is room then. */
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
