import { domain } from '../../domain.ts'
import { invoiceLetters } from './contract.ts'
import { keepOutcomes } from './jobs/keep-outcomes.ts'
import { sendReminders } from './jobs/send-reminders.ts'
import handlers from './handlers.ts'
import type { InvoiceLetterParts } from './write-letter.ts'

export default domain({
  name: 'invoice-letters',
  contract: invoiceLetters,
  handlers,
  schedules: (parts: InvoiceLetterParts) => [
    { name: 'invoice-letters', everySeconds: 30, work: (context) => keepOutcomes(parts, context) },
    { name: 'invoice-reminders', everySeconds: 600, work: (context) => sendReminders(parts, context) },
  ],
  jobActions: ['client_invoice.end_letter', 'client_invoice.remind'],
})
