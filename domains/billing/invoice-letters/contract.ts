import { Type } from 'typebox'
import { commonErrors, conflict, contract, operation, to } from '../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, pagesOf, Sha256, Time } from '../../../platform/contract/schema.ts'
import { languages } from '../billables/contract/identities.ts'
import { getClientInvoicePdf, getClientInvoiceXml } from '../documents/contract.ts'
import { getClientInvoiceEvidencePdf } from '../evidence/contract.ts'
import {
  getClientInvoiceReminders,
  getInvoiceReminders,
  saveClientInvoiceReminders,
  saveInvoiceReminders,
} from './contract/reminders.ts'
import { attachmentKinds, letterKinds, letterStates, payLinks } from './rules.ts'

export * from './contract/reminders.ts'

const { thousandths, deliveryUnknown, mixedWithUntaxed, lacking } = getClientInvoiceXml.errors

/** Why no electronic invoice goes along: what `getClientInvoiceXml` answers. */
const xmlObstacles = [thousandths.code, deliveryUnknown.code, mixedWithUntaxed.code, lacking.code] as const
export type XmlObstacle = (typeof xmlObstacles)[number]

export const ClientInvoiceLetter = namedObject('ClientInvoiceLetter', {
  id: Id,
  invoiceId: Id,
  kind: oneOf(letterKinds),
  dayOffset: maybe(Type.Integer({ examples: [7] })),
  recipient: Type.String({ examples: ['billing@globex.example'] }),
  language: oneOf(languages),
  attached: Type.Array(oneOf(attachmentKinds)),
  xmlOmitted: maybe(oneOf(xmlObstacles)),
  xmlLacks: Type.Array(Type.String({ examples: ['sellerVatId'] })),
  evidenceSha256: maybe(Sha256),
  documents: Type.Array(namedObject('SentInvoiceDocument', { kind: oneOf(attachmentKinds), sha256: Sha256 })),
  payLink: oneOf(payLinks),
  state: oneOf(letterStates),
  reason: maybe(Type.String()),
  createdAt: Time,
  endedAt: maybe(Time),
})

export const SendClientInvoice = namedObject('SendClientInvoice', {
  withEvidence: Type.Optional(Type.Boolean({ default: false })),
})

// As every operation of an invoice: a client is refused for every id.
const access = to('agency')
const hidden = commonErrors.absent
const path = '/v1/api/client-billing/invoices/{id}/letters'
const { notIssued, notReconciled, unencodable } = getClientInvoicePdf.errors

export const sendClientInvoice = operation({
  method: 'POST',
  path,
  summary: 'Send an issued invoice by mail to its billing address, with its PDF and its electronic invoice',
  reach: { page: '/invoices/{id}' },
  access,
  body: SendClientInvoice,
  replies: { 201: ClientInvoiceLetter },
  errors: {
    hidden,
    notIssued,
    isVoid: conflict({
      code: 'invoice_is_void',
      message: 'This invoice is void and cannot be sent. Send its replacement.',
    }),
    noAddress: conflict({
      code: 'invoice_without_billing_email',
      message:
        'This invoice has no address for bills, which is fixed with its draft. Send its PDF yourself, or void it and draft it again with an address.',
    }),
    changed: conflict({
      code: 'invoice_changed',
      message:
        'This invoice was paid or voided while its mail was being prepared, and nothing was sent. Send it again.',
    }),
    evidenceChanged: conflict({
      code: 'invoice_evidence_changed',
      message:
        'The evidence of this invoice changed while its mail was being prepared, and nothing was sent. Send it again.',
    }),
    tooLarge: conflict({
      code: 'invoice_letter_too_large',
      message:
        'The PDF, the XML and the evidence exceed 16 MiB together, which is too large for a mail. Send the invoice without evidence, and share the evidence as a file.',
    }),
    notReconciled,
    unencodable,
    evidenceUnmade: {
      ...getClientInvoiceEvidencePdf.errors.unmade,
      message:
        'The PDF of the evidence could not be made, and nothing was sent. Try again, or send the invoice without evidence.',
    },
  },
  audit: { action: 'client_invoice.send', category: 'execute', event: 'client_invoice.letter_written' },
  effect: 'outside',
})

export const listClientInvoiceLetters = operation({
  method: 'GET',
  path,
  summary: 'List the mails of an invoice with their delivery status, newest first',
  reach: 'call',
  access,
  ...pagesOf(ClientInvoiceLetter),
  errors: { hidden },
  audit: { refusals: 'client_invoice.list_letters' },
  reads: { client_invoice: 'entityId' },
})

export const invoiceLetters = contract({
  sendClientInvoice,
  listClientInvoiceLetters,
  getInvoiceReminders,
  saveInvoiceReminders,
  getClientInvoiceReminders,
  saveClientInvoiceReminders,
})
