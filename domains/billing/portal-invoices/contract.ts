import { Type } from 'typebox'
import { bytes, commonErrors, contract, operation, to } from '../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, pagesOf, Time } from '../../../platform/contract/schema.ts'
import { amountMinor } from '../billables/contract/billables.ts'
import { BankAccount, taxClassName } from '../billables/contract/identities.ts'
import { pdfErrors, privately } from '../documents/contract.ts'
import { billedWork, serviceDay, sums, tax, taxTotal } from '../invoices/contract.ts'
import { invoiceTypes } from '../invoices/rules.ts'

const PortalInvoiceLine = namedObject('PortalInvoiceLine', {
  position: Type.Integer({ minimum: 1 }),
  ...billedWork,
  taxClass: taxClassName,
  ...tax,
})

const PortalInvoiceTaxTotal = namedObject('PortalInvoiceTaxTotal', taxTotal)

export const portalInvoiceStatuses = ['final', 'paid', 'void'] as const

/** The text of an issued invoice, without the agency's own notes. */
export const PortalInvoice = namedObject('PortalInvoice', {
  id: Id,
  clientAccountId: Id,
  status: oneOf(portalInvoiceStatuses),
  type: oneOf(invoiceTypes),
  invoiceNumber: Type.String(),
  issuedAt: Time,
  dueAt: Time,
  timeZone: Type.String(),
  serviceFrom: maybe(serviceDay),
  serviceTo: maybe(serviceDay),
  paidAt: maybe(Time),
  voidedAt: maybe(Time),
  payableOnline: Type.Boolean(),
  paidCents: amountMinor,
  dueCents: amountMinor,
  creditCents: amountMinor,
  ...sums,
  taxTotals: Type.Array(PortalInvoiceTaxTotal),
  sellerLegalName: maybe(Type.String({ examples: ['Northwind GmbH'] })),
  sellerAddress: maybe(Type.String()),
  sellerVatId: maybe(Type.String()),
  sellerTaxNumber: maybe(Type.String()),
  sellerBankAccount: maybe(BankAccount),
  buyerLegalName: Type.String({ examples: ['Globex Ltd'] }),
  buyerAddress: Type.String({ examples: ['2 Quay Road, Hamburg'] }),
  buyerVatId: maybe(Type.String()),
  buyerReference: maybe(Type.String()),
  paymentTerms: maybe(Type.String()),
  firstLine: maybe(
    Type.String({
      description: 'What its first line bills; lists have it, and no lines.',
      examples: ['Opening hours on every page'],
    }),
  ),
  lineCount: Type.Integer({ minimum: 0, description: 'The number of its lines.' }),
  lines: Type.Array(PortalInvoiceLine),
})

const access = to('participant')

export const listPortalInvoices = operation({
  method: 'GET',
  path: '/v1/api/portal/invoices',
  summary: 'List the issued invoices of the client accounts in which you have a seat, newest first',
  clientPortal: true,
  reach: 'call',
  access,
  ...pagesOf(PortalInvoice),
  audit: { refusals: 'portal_invoice.list' },
  reads: { client_invoice: 'all' },
})

export const getPortalInvoice = operation({
  method: 'GET',
  path: '/v1/api/portal/invoices/{id}',
  summary: 'Read an issued invoice of a client account in which you have a seat, with every line',
  clientPortal: true,
  reach: 'call',
  access,
  replies: { 200: PortalInvoice },
  errors: { hidden: commonErrors.absent },
  audit: { refusals: 'portal_invoice.get' },
  reads: { client_invoice: 'entityId' },
})

export const getPortalInvoicePdf = operation({
  method: 'GET',
  path: '/v1/api/portal/invoices/{id}/pdf',
  summary: 'Read an issued invoice of a client account in which you have a seat as a PDF, as it was sent',
  clientPortal: true,
  reach: 'transfer',
  access,
  effect: 'outside',
  replies: { 200: bytes('application/pdf', privately) },
  errors: { hidden: commonErrors.absent, ...pdfErrors },
  audit: { refusals: 'portal_invoice.get_pdf' },
})

export const portalInvoices = contract({ listPortalInvoices, getPortalInvoice, getPortalInvoicePdf })
