import { statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

// Answers come in while a mailbox is paused.
const isRead = `status in ('connected', 'paused')`

const due = statement<{ limit: number }, { workspaceId: string }>(
  'growth-mailbox.read-in',
  `select distinct workspace_id as "workspaceId" from growth_mailbox where ${isRead} limit :limit`,
)
/** Workspaces with mailboxes that are read. */
export const mailboxesReadIn = async (tx: Transaction, limit: number) =>
  (await due(tx, { limit })).map(({ workspaceId }) => workspaceId)

const read = statement<NoValues, { id: string; address: string }>(
  'growth-mailbox.read',
  `select id, address from growth_mailbox where workspace_id = :workspace and ${isRead} order by connected_at, id`,
)
/** The mailboxes that are read. */
export const mailboxesToRead = (tx: Transaction) => read(tx)
