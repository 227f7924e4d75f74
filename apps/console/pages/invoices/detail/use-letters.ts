import { listClientInvoiceLetters } from '../../../../../domains/billing/invoice-letters/contract.ts'
import { useLateRows } from '../../../api/use-pages.ts'
import type { Invoice } from '../../../parts/invoice-sheet/invoice-state.ts'

/** The letters of an issued invoice; undefined until they arrive. */
export const useLetters = ({ id, invoiceNumber }: Invoice) =>
  useLateRows(listClientInvoiceLetters, 1_000, { params: { id } }, { enabled: invoiceNumber !== null }).data

/** Whether an invoice can be sent by letter: it is issued and not void, and the client has an address. */
export const isSendable = ({ status, invoiceNumber, buyerBillingEmail }: Invoice): boolean =>
  invoiceNumber !== null && status !== 'void' && buyerBillingEmail !== null

/** Whether the invoice itself went out by letter, or cannot: then its payment is what comes next. */
export const useIsSent = (invoice: Invoice): boolean => {
  const letters = useLetters(invoice)
  return invoice.buyerBillingEmail === null || letters?.some(({ kind }) => kind === 'invoice') === true
}
