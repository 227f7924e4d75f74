import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

interface DraftedRow {
  readonly billableId: string
  readonly invoiceId: string
}
const drafted = statement<{ accountId: string | null; rows: number }, DraftedRow>(
  'client-invoice.drafted',
  `select billable_id as "billableId", invoice_id as "invoiceId" from (
     select distinct on (l.billable_id) l.billable_id, l.invoice_id, i.created_at
     from client_invoice i join client_invoice_line l on l.workspace_id = i.workspace_id and l.invoice_id = i.id
     where i.workspace_id = :workspace and i.status = 'draft'
       and (:accountId::uuid is null or i.client_account_id = :accountId)
     order by l.billable_id, i.created_at desc, i.id desc) newest
   order by created_at desc, billable_id limit :rows`,
)
/** Billables on drafts, each with its newest draft. */
export const draftedBillables = (tx: Transaction, accountId: string | null, rows: number) =>
  drafted(tx, { accountId, rows })
