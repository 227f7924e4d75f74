import type { Words } from '../words.ts'

/** Texts of an invoice's page about its documents and its letters. */
export const en = {
  title: 'Emails',
  none: 'Not sent by email',
  noAddress: 'The invoice has no email address, and it cannot be added after drafting. Send the PDF yourself.',
  send: 'Send by email',
  sendAgain: 'Send again',
  sendTitle: (number: string, address: string) => `Send ${number} to ${address}?`,
  sendText: 'The email contains the PDF and, if complete, the electronic invoice. It cannot be undone.',
  sendEvidence: 'With evidence: what each line is based on, as a second PDF',
  sendButton: 'Send email',
  sending: 'Sending…',
  keep: 'Not now',
  wasWritten: 'The email is queued',
  pdf: 'Download PDF',
  kinds: { invoice: 'Invoice', reminder: 'Reminder' },
  states: {
    waiting: 'waits to be sent',
    sent: 'accepted by the mail server',
    outbox: 'in the outbox folder: this server has no mail server',
    refused: 'refused',
    withdrawn: 'withdrawn: the invoice changed',
    removed: 'removed before sending',
  },
  withXml: 'with PDF and electronic invoice',
  withoutXml: 'with PDF',
  withEvidence: 'with evidence',
  sentAs: { pdf: 'PDF as sent', xml: 'Electronic invoice as sent', evidence: 'Evidence as sent' },
  codes: {} as Words['errors']['codes'],
}
