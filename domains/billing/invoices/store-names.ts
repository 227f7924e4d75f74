import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { NamedThing } from '../../domain.ts'

const names = statement<{ ids: readonly string[] }, NamedThing>(
  'client-invoice.names',
  `select id, coalesce(invoice_number, buyer_legal_name) as title, null::uuid as "projectId", null::uuid as "cycleId"
   from client_invoice where workspace_id = :workspace and id = any(:ids)`,
)
/** The numbers of these invoices; of a draft the buyer. */
export const namesOfInvoices = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })
