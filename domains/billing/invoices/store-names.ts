import { hasWords } from '../../../platform/db/has-words.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { FoundName, NamedThing, SoughtName } from '../../domain.ts'

const names = statement<{ ids: readonly string[] }, NamedThing>(
  'client-invoice.names',
  `select id, coalesce(invoice_number, buyer_legal_name) as title, null::uuid as "projectId", null::uuid as "cycleId"
   from client_invoice where workspace_id = :workspace and id = any(:ids)`,
)
/** The numbers of these invoices; of a draft the buyer. */
export const namesOfInvoices = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })

const found = statement<SoughtName, FoundName>(
  'client-invoice.found',
  `select id, coalesce(invoice_number, '') as name, buyer_legal_name as also, null::uuid as "parentId" from client_invoice
   where workspace_id = :workspace and invoice_number is not null
     and ${hasWords(`searched_name(concat_ws(' ', invoice_number, buyer_legal_name))`)}
   order by issued_at desc, id desc limit :rows`,
)
/** Issued invoices by any part of their number or of their buyer, the newest first. */
export const foundInvoices = (tx: Transaction, sought: SoughtName) => found(tx, sought)
