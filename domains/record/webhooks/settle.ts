import type { Transaction } from '../../../platform/db/transaction.ts'
import { notifyWebhookDisabled } from './disabled-letter.ts'
import { pauseMs, reasonToDisable, restMs } from './rules.ts'
import type { AttemptResult } from './send.ts'
import { disableWebhook } from './store.ts'
import { holdWebhook, setHealth, settleAttempt } from './store-turns.ts'
import type { DeliveryRow, WebhookRow } from './tables.ts'
import type { WebhookTurn } from './turn-parts.ts'

/** Keeps what came of an attempt; true where the next message may follow. False too where the turn is another's by now. */
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
  // A test says at once whether it works.
  const pause = isDelivered || delivery.kind === 'test' ? undefined : pauseMs(number, Math.random(), retryAfterSeconds)
  const nextAttemptAt = pause === undefined ? null : new Date(now.getTime() + pause)
  await settleAttempt(tx, delivery.id, { ...logged, number, attemptedAt }, { nextAttemptAt, isDelivered, now })
  if (isDelivered) await setHealth(tx, webhook.id, { failures: 0, failingSince: null, restsUntil: null })
  else if (delivery.kind !== 'test') await countFailure(tx, turn, webhook, answer, now)
  return isDelivered
}

const countFailure = async (
  tx: Transaction,
  { mailer }: WebhookTurn,
  webhook: WebhookRow,
  answer: AttemptResult,
  now: Date,
) => {
  const failures = webhook.failures + 1
  const failingSince = webhook.failingSince ?? now
  await setHealth(tx, webhook.id, { failures, failingSince, restsUntil: new Date(now.getTime() + restMs(failures)) })
  const reason = reasonToDisable({ failingSince, now }, answer.responseStatus)
  if (reason && (await disableWebhook(tx, webhook.id, reason, now)))
    await notifyWebhookDisabled(tx, mailer, { ...webhook, failingSince }, reason)
}
