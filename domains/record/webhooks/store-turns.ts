import { newestEvent } from '../../../platform/audit/index.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  webhook,
  webhookAttempt,
  webhookDelivery,
  type AttemptRow,
  type DeliveryRow,
  type WebhookRow,
} from './tables.ts'

export interface DueWebhook {
  readonly workspaceId: string
  readonly id: string
  readonly isFailing: boolean
}

const isDue = `disabled_at is null and (leased_until is null or leased_until <= now()::timestamptz(3))
     and (rests_until is null or rests_until <= now()::timestamptz(3))
     and (next_due_at <= now()::timestamptz(3) or (not is_full and (replay_until is not null or position < ${newestEvent('webhook.workspace_id')})))`

/** Webhooks of all workspaces with something to send, the longest waiting first. Runs in an identity transaction. */
export const dueWebhooks = statement<{ limit: number }, DueWebhook>(
  'webhook.due',
  `select workspace_id as "workspaceId", id, failures > 0 as "isFailing" from webhook
   where ${isDue} order by turn_at nulls first, id limit :limit`,
)

interface WebhookClaim {
  readonly id: string
  readonly holder: string
  readonly leaseMs: number
}
const lease = `leased_until = clock_timestamp() + :leaseMs::float8 * interval '1 millisecond'`

// A secret whose time is over is not kept any longer.
/** Claims a webhook for one turn, if it is still due and no living process has it. */
export const claimWebhook = rowStatement<WebhookClaim, WebhookRow>(
  'webhook.claim',
  `update webhook set holder = :holder, ${lease}, turn_at = now(),
     previous_key_version = case when previous_until > now()::timestamptz(3) then previous_key_version end,
     previous_ciphertext = case when previous_until > now()::timestamptz(3) then previous_ciphertext end,
     previous_until = case when previous_until > now()::timestamptz(3) then previous_until end
   where workspace_id = :workspace and id = :id and ${isDue} returning ${webhook.columns}`,
)

/** Locks it and lengthens its lease; undefined if the turn is another's by now, or it was switched off or deleted. */
export const renewWebhookClaim = rowStatement<WebhookClaim, WebhookRow>(
  'webhook.hold',
  `update webhook set ${lease} where workspace_id = :workspace and id = :id and holder = :holder
     and disabled_at is null returning ${webhook.columns}`,
)

export const waitingFor = oneRowStatement<{ id: string }, { waiting: number }>(
  'webhook.waiting',
  `select count(*)::int4 as waiting from webhook_delivery
   where workspace_id = :workspace and webhook_id = :id and status = 'waiting'`,
)

export const advanceTo = statement<{ id: string; position: number }>(
  'webhook.advance',
  'update webhook set position = :position where workspace_id = :workspace and id = :id',
)

/** How far a replay has come; null if it is over. */
export const advanceReplayTo = statement<{ id: string; at: Date | null; position: number | null }>(
  'webhook.advance-replay',
  `update webhook set replay_at = :at, replay_position = :position,
     replay_until = case when :position::int8 is not null then replay_until end
   where workspace_id = :workspace and id = :id`,
)

export const nextDelivery = rowStatement<{ id: string }, DeliveryRow>(
  'webhook.next-delivery',
  `select ${webhookDelivery.columns} from webhook_delivery
   where workspace_id = :workspace and webhook_id = :id and status = 'waiting' and next_attempt_at <= now()::timestamptz(3)
   order by next_attempt_at, event_position nulls first, id limit 1`,
)

const insertAttempt = statement<AttemptRow & { deliveryId: string }>(
  'webhook.insert-attempt',
  insertInto(
    webhookAttempt,
    ['deliveryId', 'number', 'attemptedAt', 'durationMs', 'responseStatus', 'responseHead', 'error'],
    { workspaceId: ':workspace' },
  ),
)
interface Outcome {
  readonly nextAttemptAt: Date | null
  readonly isDelivered: boolean
  readonly now: Date
}
const settle = statement<{ id: string } & Pick<AttemptRow, 'number' | 'responseStatus' | 'error'> & Outcome>(
  'webhook.settle-delivery',
  `update webhook_delivery set attempts = :number, response_status = :responseStatus, error = :error,
     next_attempt_at = :nextAttemptAt,
     status = case when :isDelivered then 'delivered' when :nextAttemptAt::timestamptz is null then 'failed' else 'waiting' end,
     ended_at = case when :nextAttemptAt::timestamptz is null then :now::timestamptz end
   where workspace_id = :workspace and id = :id`,
)
/** Records the result of an attempt; without a next attempt, the delivery has ended. */
export const settleAttempt = async (tx: Transaction, id: string, attempt: AttemptRow, outcome: Outcome) => {
  await insertAttempt(tx, { ...attempt, deliveryId: id })
  await settle(tx, { id, ...attempt, ...outcome })
}

export const setHealth = statement<Pick<WebhookRow, 'id' | 'failures' | 'failingSince'> & { restsUntil: Date | null }>(
  'webhook.set-health',
  `update webhook set failures = :failures, failing_since = :failingSince, rests_until = :restsUntil
   where workspace_id = :workspace and id = :id`,
)

/** Ends a turn, in a transaction that holds the webhook's row: deliveries are added under its lock. */
export const releaseWebhook = statement<{ id: string; holder: string; waitingMost: number }>(
  'webhook.release',
  `update webhook set holder = null, leased_until = null, next_due_at = waits.due_at, is_full = waits.count >= :waitingMost
   from (select min(next_attempt_at) as due_at, count(*) as count from webhook_delivery
     where workspace_id = :workspace and webhook_id = :id and status = 'waiting') waits
   where workspace_id = :workspace and id = :id and holder = :holder`,
)
