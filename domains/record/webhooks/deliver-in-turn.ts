import { randomUUID } from 'node:crypto'
import { messageOf } from './message.ts'
import { sendMessage, type AttemptResult } from './send.ts'
import { waitingMost, isWanted, pauseMs, reasonToDisable, restMs, failingDaysMost, hostOf } from './rules.ts'
import { lockWebhook, disableWebhook } from './store.ts'
import {
  claimWebhook,
  renewWebhookClaim,
  nextDelivery,
  releaseWebhook,
  type DueWebhook,
  advanceReplayTo,
  advanceTo,
  waitingFor,
  setHealth,
  settleAttempt,
} from './store-turns.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { eventsAfter, eventsOfPeriod } from '../events/index.ts'
import { insertDeliveries } from './store-deliveries.ts'
import type { WebhookRow, DeliveryRow } from './tables.ts'
import { record } from '../../../platform/audit/index.ts'
import { queueAndDeliver, type Mailer } from '../../../platform/mail/index.ts'
import { workspaceAdministrators } from '../../accounts/workspaces/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'

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
    const webhook = await renewWebhookClaim(tx, turn)
    const delivery = webhook && (await nextDelivery(tx, { id: webhook.id }))
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
  const webhook = await renewWebhookClaim(tx, turn)
  if (!webhook) return
  const room = await fillFromLog(tx, webhook, turn.waitingMost - (await waitingFor(tx, webhook)).waiting)
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
  if (position !== webhook.position) await advanceTo(tx, { id: webhook.id, position })
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
    if (!last || events.length < limit) return advanceReplayTo(tx, { id: webhook.id, at: null, position: null })
    ;[at, position] = [last.occurredAt, last.position]
  }
  return advanceReplayTo(tx, { id: webhook.id, at, position })
}

/** Stores the result of an attempt; true if the next message may follow. False if another process has the turn. */
const settleAnswer = async (
  tx: Transaction,
  turn: WebhookTurn,
  delivery: DeliveryRow,
  attemptedAt: Date,
  answer: AttemptResult,
): Promise<boolean> => {
  const webhook = await renewWebhookClaim(tx, turn)
  if (!webhook) return false
  const now = await tx.now()
  const { retryAfterSeconds, ...logged } = answer
  const isDelivered = answer.error === null
  const number = delivery.attempts + 1
  // A test reports at once whether it works.
  const pause = isDelivered || delivery.kind === 'test' ? undefined : pauseMs(number, Math.random(), retryAfterSeconds)
  const nextAttemptAt = pause === undefined ? null : new Date(now.getTime() + pause)
  await settleAttempt(tx, delivery.id, { ...logged, number, attemptedAt }, { nextAttemptAt, isDelivered, now })
  if (isDelivered) await setHealth(tx, { id: webhook.id, failures: 0, failingSince: null, restsUntil: null })
  else if (delivery.kind !== 'test') return countFailure(tx, turn, webhook, answer, now)
  return isDelivered
}

/** True if the webhook may get another message at once. */
const countFailure = async (
  tx: Transaction,
  { mailer, linkTo }: WebhookTurn,
  webhook: WebhookRow,
  answer: AttemptResult,
  now: Date,
): Promise<boolean> => {
  const failures = webhook.failures + 1
  const failingSince = webhook.failingSince ?? now
  const rest = restMs(failures, answer.retryAfterSeconds)
  const restsUntil = rest > 0 ? new Date(now.getTime() + rest) : null
  await setHealth(tx, { id: webhook.id, failures, failingSince, restsUntil })
  const reason = reasonToDisable({ failingSince, now }, answer.responseStatus)
  if (reason && (await disableWebhook(tx, webhook.id, reason, now)))
    await notifyWebhookDisabled(tx, { mailer, linkTo }, { ...webhook, failingSince }, reason)
  return reason === undefined && rest === 0
}

type DisableReason = 'failures' | 'gone'

const whatHappened = (host: string): Readonly<Record<DisableReason, string>> => ({
  failures: `Every message to your webhook at ${host} has failed for ${failingDaysMost} days, so Atelier has switched it off.`,
  gone: `Your webhook at ${host} answered 410, which means that it wants no more messages, so Atelier has switched it off.`,
})

/** The words of the letter about a webhook that was switched off by its own answers. */
export const disabledText = (host: string, reason: DisableReason, url: string) => ({
  subject: `The webhook at ${host} is switched off`,
  paragraphs: [
    whatHappened(host)[reason],
    'Its page shows what it answered. When it works again, switch it on there, and have the events sent that it missed.',
  ],
  action: { label: 'Look at the webhook', url },
})

/** Records that a webhook was switched off by its own answers, and notifies the administrators. */
const notifyWebhookDisabled = async (
  tx: Transaction,
  { mailer, linkTo }: Pick<WebhookTurn, 'mailer' | 'linkTo'>,
  { id, url, failingSince }: Pick<WebhookRow, 'id' | 'url' | 'failingSince'>,
  reason: DisableReason,
) => {
  const host = hostOf(url)
  const details = { host, reason, failingSince: failingSince?.toISOString() ?? null }
  record(
    tx,
    {
      action: 'webhook.disable',
      category: 'update',
      severity: 'warning',
      outcome: 'success',
      actor: { type: 'system', id: null },
      source: 'system',
      resource: ['webhook', id],
      details,
    },
    { name: 'webhook.disabled', entity: ['webhook', id], payload: details },
  )
  for (const { name, email } of await workspaceAdministrators(tx))
    await queueAndDeliver(mailer, tx, {
      to: { name, address: email },
      kind: 'webhook.disabled',
      ...disabledText(host, reason, linkTo('/console/settings/webhooks')),
    })
}

export interface WebhookParts {
  readonly database: Database
  readonly vault: Vault
  readonly fetcher: Fetcher
  readonly mailer: Pick<Mailer, 'queueMail' | 'deliver'>
  /** An address of this server as people open it. */
  readonly linkTo: (path: string) => string
  /** Deliveries that wait for one webhook at a time; 1,000. Further events wait in the event log, which loses none. */
  readonly waitingMost?: number
}

interface WebhookTurn extends WebhookParts {
  readonly waitingMost: number
  readonly id: string
  readonly holder: string
  readonly leaseMs: number
  readonly within: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
}
