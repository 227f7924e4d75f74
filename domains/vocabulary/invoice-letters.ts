import type { Words } from '../../platform/contract/vocabulary.ts'

/** Properties of the letters that invoices go by. */
export const invoiceLetters: Words = {
  'ClientInvoiceLetter.attached': 'What went along.',
  'ClientInvoiceLetter.evidenceSha256': 'The hash of the attached evidence; null without any.',
  'ClientInvoiceLetter.documents':
    'The documents that went along, kept byte for byte for ten years; empty before 0.3.0.',
  'SentInvoiceDocument.kind': ['`pdf`, `xml` for the electronic invoice, or `evidence`.', 'pdf'],
  sha256: 'SHA-256 of the bytes, in hexadecimal.',
  'ClientInvoiceLetter.dayOffset': [
    'Of a reminder, how many days after the due day it goes: negative before it; null of an invoice.',
    7,
  ],
  'ClientInvoiceLetter.invoiceId': 'The invoice that it brings.',
  'ClientInvoiceLetter.kind': ['`invoice`, or `reminder` of an unpaid invoice.', 'invoice'],
  'ClientInvoiceLetter.payLink': [
    '`given` if the letter has the link to pay; else `not_payable` online, or `no_portal` for it to lead to.',
    'given',
  ],
  'ClientInvoiceLetter.recipient': ['The mail address that it goes to.', 'billing@globex.example'],
  'ClientInvoiceLetter.state': [
    '`waiting`, `sent` once the mail server took it, `outbox` if there is no mail server, `refused` by it, `withdrawn` before it went, or `removed` with its mail.',
    'sent',
  ],
  'InvoiceEvidenceUnmade.reason': ['`too_slow` or `too_complex`: it took too long, or too much memory.', 'too_slow'],
  'SendClientInvoice.withEvidence':
    'Whether the letter brings what each line rests on as a PDF that carries the evidence; left out, it does not.',
  'ClientInvoiceLetter.xmlLacks': 'The fields that the electronic invoice lacks.',
  'ClientInvoiceLetter.xmlOmitted': [
    'Why no electronic invoice went along, as the code of the error that its operation answers; null if it went.',
    'invoice_lacks_fields',
  ],
}
