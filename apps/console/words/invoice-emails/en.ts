/** Texts of an invoice's page about its documents and its letters. */
export const en = {
  title: 'Emails',
  none: 'Not sent yet',
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
  codes: {
    invoice_not_encodable: {
      title: 'The PDF cannot show a character of it',
      text: 'The billing identity has a setting for all scripts. A character that no font has stays refused.',
    },
    invoice_changed: { title: 'It was paid or voided meanwhile', text: 'Nothing was sent. Send it again.' },
    invoice_evidence_changed: {
      title: 'What it rests on changed meanwhile',
      text: 'Nothing was sent. Look at its lines, and send it again.',
    },
    invoice_evidence_unmade: {
      title: 'The PDF of the evidence could not be made',
      text: 'Nothing was sent. Try again, or send it without evidence.',
    },
    invoice_letter_too_large: {
      title: 'The email is too large',
      text: 'Nothing was sent. Send it without evidence, and pass the evidence on as a file.',
    },
    invoice_is_void: { title: 'It is void', text: 'Send the one that replaces it.' },
  },
}
