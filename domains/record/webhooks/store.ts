import { validate } from 'uuid'
import { newestEvent } from '../../../platform/audit/index.ts'
import {
  matchStatement,
  oneRowStatement,
  rowStatement,
  statement,
  type NoValues,
} from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { lockInWorkspace } from '../../../platform/db/workspace-lock.ts'
import type { WorkspaceSecret } from '../../code/secrets/index.ts'
import type { EventFilter } from './rules.ts'
import { webhook, type WebhookRow } from './tables.ts'

/** A webhook as administrators see it. */
export interface ShownWebhook extends WebhookRow {
  readonly waiting: number
}
const waiting = `(select count(*)::int4 from webhook_delivery d where d.workspace_id = webhook.workspace_id
    and d.webhook_id = webhook.id and d.status = 'waiting') as waiting`

export const listWebhookRows = statement<NoValues, ShownWebhook>(
  'webhook.list',
  `select ${webhook.columns}, ${waiting} from webhook where workspace_id = :workspace order by created_at, id`,
)

const find = rowStatement<{ id: string }, ShownWebhook>(
  'webhook.find',
  `select ${webhook.columns}, ${waiting} from webhook where workspace_id = :workspace and id = :id`,
)
export const findWebhook = async (tx: Transaction, id: string) => (validate(id) ? find(tx, { id }) : undefined)

const lock = rowStatement<{ id: string }, WebhookRow>('webhook.lock', selectById(webhook, 'for update'))
export const lockWebhook = async (tx: Transaction, id: string) => (validate(id) ? lock(tx, { id }) : undefined)

const count = oneRowStatement<NoValues, { webhooks: number }>(
  'webhook.count',
  'select count(*)::int4 as webhooks from webhook where workspace_id = :workspace',
)
/** One at a time adds webhooks to a workspace, so that they can be counted. */
export const lockAndCountWebhooks = async (tx: Transaction) => {
  await lockInWorkspace(tx, 'webhooks of ')
  return (await count(tx)).webhooks
}

interface Settings extends EventFilter, ChangedBy {
  readonly id: string
  readonly url: string
  readonly description: string | null
}

// Events before this position are not for this webhook.
const head = newestEvent(':workspace')

export const insertWebhook = statement<Settings & WorkspaceSecret>(
  'webhook.insert',
  insertInto(webhook, ['id', 'url', 'description', 'eventTypes', 'projectIds', 'keyVersion', 'ciphertext'], {
    workspaceId: ':workspace',
    position: head,
    failures: '0',
    isFull: 'false',
    createdAt: ':now',
    createdBy: ':userId',
    updatedAt: ':now',
    updatedBy: ':userId',
  }),
)

// Another address has a history of its own.
/** Under `lockWebhook`. */
export const changeWebhook = statement<Settings>(
  'webhook.update',
  `update webhook set url = :url, description = :description, event_types = :eventTypes, project_ids = :projectIds,
     failures = case when url = :url then failures else 0 end,
     failing_since = case when url = :url then failing_since end,
     rests_until = case when url = :url then rests_until end, updated_at = :now, updated_by = :userId
   where workspace_id = :workspace and id = :id`,
)

/** Enables a webhook, which begins with the next event. Call it under `lockWebhook`. */
export const enableWebhook = statement<{ id: string }>(
  'webhook.enable',
  `update webhook set disabled_at = null, disabled_reason = null, failures = 0, failing_since = null,
     rests_until = null, position = ${head}
   where workspace_id = :workspace and id = :id and disabled_at is not null`,
)

const disable = matchStatement<{ id: string; reason: string; now: Date }, { id: string }>(
  'webhook.disable',
  `update webhook set disabled_at = :now, disabled_reason = :reason, replay_at = null, replay_position = null,
     replay_until = null, next_due_at = null, is_full = false
   where workspace_id = :workspace and id = :id and disabled_at is null returning id`,
)
const endWaiting = statement<{ id: string; now: Date; error: string }>(
  'webhook.end-waiting',
  `update webhook_delivery set status = 'failed', next_attempt_at = null, ended_at = :now,
     error = coalesce(error, :error)
   where workspace_id = :workspace and webhook_id = :id and status = 'waiting'`,
)
const switchedOff = 'It was not sent: the webhook was switched off.'
/** Switches it off, and ends what waits for it. False if it was off. */
export const disableWebhook = async (
  tx: Transaction,
  id: string,
  reason: NonNullable<WebhookRow['disabledReason']>,
  now: Date,
) => {
  if (!(await disable(tx, { id, reason, now }))) return false
  await endWaiting(tx, { id, now, error: switchedOff })
  return true
}

const remove = rowStatement<{ id: string }, { url: string }>(
  'webhook.delete',
  'delete from webhook where workspace_id = :workspace and id = :id returning url',
)
export const deleteWebhookRow = async (tx: Transaction, id: string) => (validate(id) ? remove(tx, { id }) : undefined)

/**
 * Stores a new secret; the previous one signs until then, or no longer if that is null. Call it under `lockWebhook`.
 */
export const rotateSecret = statement<WorkspaceSecret & ChangedBy & { id: string; until: Date | null }>(
  'webhook.rotate',
  `update webhook set previous_key_version = case when :until::timestamptz is not null then key_version end,
     previous_ciphertext = case when :until::timestamptz is not null then ciphertext end,
     previous_until = :until, key_version = :keyVersion, ciphertext = :ciphertext, updated_at = :now,
     updated_by = :userId
   where workspace_id = :workspace and id = :id`,
)

/** Under `lockWebhook`. No event has the position 0, so that those at `from` are behind it. */
export const beginReplay = statement<{ id: string; from: Date; until: Date }>(
  'webhook.replay',
  `update webhook set replay_at = :from, replay_position = 0, replay_until = :until, rests_until = null
   where workspace_id = :workspace and id = :id`,
)

/** A filter without any project left lets nothing through. */
export const forgetProject = statement<{ projectId: string }>(
  'webhook.forget-project',
  `update webhook set project_ids = array_remove(project_ids, :projectId::uuid)
   where workspace_id = :workspace and :projectId::uuid = any(project_ids)`,
)
