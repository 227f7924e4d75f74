import type { Transaction } from '../../../platform/db/transaction.ts'
import { pauseMs, reasonToDisable, restMs, failingDaysMost, hostOf } from './rules.ts'
import type { AttemptResult } from './send.ts'
import { disableWebhook } from './store.ts'
import { holdWebhook, setHealth, settleAttempt } from './store-turns.ts'
import type { DeliveryRow, WebhookRow } from './tables.ts'
import type { WebhookTurn } from './turn-parts.ts'
import { record } from '../../../platform/audit/index.ts'
import { queueAndDeliver } from '../../../platform/mail/index.ts'
import { workspaceAdministrators } from '../../accounts/workspaces/index.ts'

/** Stores the result of an attempt; true if the next message may follow. False if another process has the turn. */
export const settleAnswer = async (
  tx: Transaction,
  turn: WebhookTurn,
  delivery: DeliveryRow,
  attemptedAt: Date,
  answer: AttemptResult,
): Promise<boolean> => {
  const webhook = await holdWebhook(tx, turn)
  if (!webhook) return false
  const now = await tx.now()
  const { retryAfterSeconds, ...logged } = answer
  const isDelivered = answer.error === null
  const number = delivery.attempts + 1
  // A test reports at once whether it works.
  const pause = isDelivered || delivery.kind === 'test' ? undefined : pauseMs(number, Math.random(), retryAfterSeconds)
  const nextAttemptAt = pause === undefined ? null : new Date(now.getTime() + pause)
  await settleAttempt(tx, delivery.id, { ...logged, number, attemptedAt }, { nextAttemptAt, isDelivered, now })
  if (isDelivered) await setHealth(tx, webhook.id, { failures: 0, failingSince: null, restsUntil: null })
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
  await setHealth(tx, webhook.id, { failures, failingSince, restsUntil })
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
