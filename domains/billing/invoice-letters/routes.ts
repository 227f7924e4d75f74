import getClientInvoiceReminders from './operations/get-client-invoice-reminders.ts'
import getInvoiceReminders from './operations/get-invoice-reminders.ts'
import listClientInvoiceLetters from './operations/list-client-invoice-letters.ts'
import saveClientInvoiceReminders from './operations/save-client-invoice-reminders.ts'
import saveInvoiceReminders from './operations/save-invoice-reminders.ts'
import sendClientInvoice from './operations/send-client-invoice.ts'
import type { InvoiceLetterParts } from './write-letter.ts'

export default (parts: InvoiceLetterParts) => ({
  getClientInvoiceReminders,
  getInvoiceReminders,
  listClientInvoiceLetters,
  saveClientInvoiceReminders,
  saveInvoiceReminders,
  sendClientInvoice: sendClientInvoice(parts),
})
