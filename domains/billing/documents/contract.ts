import { Type } from 'typebox'
import { bytes, commonErrors, conflict, contract, operation, to } from '../../../platform/contract/index.ts'
import { Id, namedObject, oneOf, Sha256 } from '../../../platform/contract/schema.ts'
import { profileNames } from '../billables/rules.ts'
import { issueErrors } from '../invoices/contract/errors.ts'

// As every operation of an invoice: a client is refused for every id.
const access = to('agency')
const hidden = commonErrors.absent

export const notIssued = conflict({
  code: 'invoice_not_issued',
  message: 'This invoice has no document because it was never issued. Issue it first.',
})
const { notReconciled } = issueErrors

export const privately = { 'cache-control': 'private, no-cache' }

/** Why there is no PDF of an issued invoice. */
export const pdfErrors = {
  notReconciled,
  unencodable: {
    status: 415,
    code: 'invoice_not_encodable',
    message:
      'The PDF cannot show a character of this invoice. Read the invoice as JSON, or let the billing identity allow all scripts; without that, a PDF has only Latin-1.',
    details: namedObject('InvoiceNotEncodable', { field: Type.String(), characters: Type.Array(Type.String()) }),
  },
} as const

export const getClientInvoicePdf = operation({
  method: 'GET',
  path: '/v1/api/client-billing/invoices/{id}/pdf',
  summary: 'Read an issued invoice as a PDF, with its electronic invoice attached when one can be made',
  reach: 'transfer',
  access,
  effect: 'outside',
  replies: { 200: bytes('application/pdf', privately) },
  errors: { hidden, notIssued, ...pdfErrors },
  audit: { refusals: 'client_invoice.get_pdf' },
})

export const getClientInvoiceXml = operation({
  method: 'GET',
  path: '/v1/api/client-billing/invoices/{id}/xml',
  summary: 'Read an issued invoice as an electronic invoice (UBL 2.1, EN 16931) in a profile of a network',
  reach: 'transfer',
  access,
  query: Type.Object({ profile: Type.Optional(oneOf(profileNames)) }),
  replies: { 200: bytes('application/xml', privately) },
  errors: {
    hidden,
    notIssued,
    notReconciled,
    isVoid: conflict({
      code: 'invoice_is_void',
      message: 'This invoice is void and has no electronic version. Read its replacement.',
    }),
    thousandths: conflict({
      code: 'invoice_in_thousandths',
      message: 'Amounts of this currency have three decimals, but an electronic invoice has two. Send the PDF.',
    }),
    deliveryUnknown: conflict({
      code: 'invoice_delivery_unknown',
      message:
        'An invoice of the category K names the day and the place of a delivery, which this invoice does not have. Send the PDF.',
    }),
    mixedWithUntaxed: conflict({
      code: 'invoice_mixes_untaxed',
      message: 'An electronic invoice has only the category O. Bill the untaxed part separately, or send the PDF.',
    }),
    lacking: conflict({
      code: 'invoice_lacks_fields',
      message:
        'The fields in `which` were missing for this profile when this invoice was issued. Complete the billing identities, void it, and issue a replacement.',
      details: namedObject('InvoiceLacks', { which: Type.Array(Type.String()) }),
    }),
  },
  audit: { refusals: 'client_invoice.get_xml' },
})

export const getSentInvoiceDocument = operation({
  method: 'GET',
  path: '/v1/api/client-billing/invoices/{id}/sent-documents/{sha256}',
  summary: 'Read a document of an invoice as it was sent, byte for byte, by the SHA-256 that its letter names',
  reach: 'transfer',
  access,
  params: Type.Object({ id: Id, sha256: Sha256 }),
  replies: { 200: bytes('application/octet-stream', privately) },
  errors: {
    hidden,
    notKept: {
      status: 404,
      code: 'sent_document_not_kept',
      message:
        'Nothing with this SHA-256 was sent with this invoice in the last ten years. List its letters; those before version 0.3.0 name none.',
    },
  },
  audit: { refusals: 'client_invoice.get_sent_document' },
})

export const documents = contract({ getClientInvoicePdf, getClientInvoiceXml, getSentInvoiceDocument })
