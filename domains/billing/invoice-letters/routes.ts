import listClientInvoiceLetters from './operations/list-client-invoice-letters.ts'
import sendClientInvoice from './operations/send-client-invoice.ts'
import type { InvoiceLetterParts } from './write-letter.ts'

export default (parts: InvoiceLetterParts) => ({
  listClientInvoiceLetters,
  sendClientInvoice: sendClientInvoice(parts),
})
