import { statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { SetAsideReason } from './rules.ts'

// Answers come in while a mailbox is paused.
const isRead = `status in ('connected', 'paused')`

const due = statement<{ limit: number }, { workspaceId: string }>(
  'growth-mailbox.read-in',
  `select distinct workspace_id as "workspaceId" from growth_mailbox where ${isRead} limit :limit`,
)
/** Workspaces with mailboxes that are read. */
export const mailboxesReadIn = async (tx: Transaction, limit: number) =>
  (await due(tx, { limit })).map(({ workspaceId }) => workspaceId)

/** The mailboxes that are read. */
export const mailboxesToRead = statement<NoValues, { id: string; address: string }>(
  'growth-mailbox.read',
  `select id, address from growth_mailbox where workspace_id = :workspace and ${isRead} order by connected_at, id`,
)

const setAside = statement<{ id: string; reason: SetAsideReason }>(
  'growth-mailbox.set-aside',
  `update growth_mailbox set set_aside_mails = set_aside_mails + 1, set_aside_reason = :reason
   where workspace_id = :workspace and id = :id`,
)
/** Counts a mail that could not be read or filed. */
export const countSetAside = (tx: Transaction, id: string, reason: SetAsideReason) => setAside(tx, { id, reason })
