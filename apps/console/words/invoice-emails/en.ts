/** What the page of an invoice says of its documents and of its letters. */
export const en = {
  title: 'Letters',
  none: 'No letter of it was written.',
  noAddress: 'It has no mail address, which is fixed with its draft. Send the PDF yourself.',
  send: 'Send by mail',
  sendAgain: 'Send again',
  sendTitle: (number: string, address: string) => `Send ${number} to ${address}?`,
  sendText:
    'The letter has the PDF, and the electronic invoice where nothing for it is missing. It cannot be taken back.',
  sendEvidence: 'With the evidence: what each line rests on, as a second PDF',
  sendButton: 'Send it',
  sending: 'Sending…',
  keep: 'Not now',
  wasWritten: 'The letter is written',
  pdf: 'Download the PDF',
  kinds: { invoice: 'Invoice', reminder: 'Reminder' },
  states: {
    waiting: 'waits to be sent',
    sent: 'taken by the mail server',
    outbox: 'in the outbox folder: this server has no mail server',
    refused: 'refused',
    withdrawn: 'withdrawn: it was no longer true',
    removed: 'removed before it was sent',
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
      title: 'That is too large for a letter',
      text: 'Nothing was sent. Send it without evidence, and hand the evidence over as a file.',
    },
    invoice_is_void: { title: 'It is void', text: 'Send the one that replaces it.' },
  },
}
