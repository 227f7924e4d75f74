import { listClientInvoices } from '../../../../../domains/billing/invoices/contract.ts'
import { useLateRows } from '../../../api/use-pages.ts'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'

/** The invoice that replaces this invoice, once the invoices of the client are read. */
export const useReplacement = ({ id, clientAccountId }: Pick<Invoice, 'id' | 'clientAccountId'>) =>
  useLateRows(listClientInvoices, 5_000, { query: { clientAccountId } }).data?.find(
    ({ replacesInvoiceId, status }) => replacesInvoiceId === id && status !== 'void',
  )
