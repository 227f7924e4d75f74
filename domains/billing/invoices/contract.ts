import { Type } from 'typebox'
import { bytes, commonErrors, contract, operation, to } from '../../../platform/contract/index.ts'
import {
  Id,
  mailAddress,
  maybe,
  lineText,
  namedObject,
  oneOf,
  paging,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import { pictureHeaders } from '../../accounts/brand/contract.ts'
import { amountMinor, currency, currencyDecimals, quantity, unitPriceMinor } from '../billables/contract/billables.ts'
import {
  BankAccount,
  BillingContact,
  BuyerElectronic,
  languages,
  orderReference,
  PostalAddress,
  SellerElectronic,
  taxClassName,
} from '../billables/contract/identities.ts'
import { profileNames, units, rateMostBps, taxCategories } from '../billables/rules.ts'
import { draftErrors, issueErrors, payErrors, voidErrors } from './contract/errors.ts'
import { invoiceStatuses, invoiceTypes, moneyKinds, paymentKinds, paymentMostMinor, paymentSources } from './rules.ts'

/** The tax of a line, and of the sum of lines that share it. */
export const tax = {
  category: oneOf(taxCategories),
  rateBps: Type.Integer({ minimum: 0, maximum: rateMostBps, examples: [1_900] }),
  reason: maybe(Type.String()),
}
export const taxTotal = { ...tax, taxableMinor: amountMinor, taxMinor: amountMinor }

/** The billed work of an invoice line. */
export const billedWork = {
  description: Type.String({ examples: ['Opening hours on every page'] }),
  quantity,
  unit: oneOf(units),
  unitPriceMinor,
  amountMinor,
}
/** The sums of an invoice. */
export const sums = {
  currency,
  currencyDecimals,
  netMinor: amountMinor,
  taxMinor: amountMinor,
  totalMinor: amountMinor,
}

const ClientInvoiceLine = namedObject('ClientInvoiceLine', {
  position: Type.Integer({ minimum: 1 }),
  billableId: Id,
  ...billedWork,
  taxClass: taxClassName,
  ...tax,
})

const ClientInvoiceTaxTotal = namedObject('ClientInvoiceTaxTotal', taxTotal)

/** In minor units of the currency of the invoice. */
const cents = Type.Integer({ examples: [71_250] })

const ClientInvoicePayment = namedObject('ClientInvoicePayment', {
  id: Id,
  kind: oneOf(paymentKinds),
  amountCents: Type.Integer({ minimum: 0, examples: [71_250] }),
  source: oneOf(paymentSources),
  provider: maybe(Type.String({ examples: ['stripe'] })),
  paymentReference: maybe(Type.String()),
  paidAt: Time,
  recordedAt: Time,
  recordedBy: maybe(Id),
})

export const serviceDay = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  examples: ['2026-02-28'],
})

export const ElectronicProfileState = namedObject('ElectronicProfileState', {
  profile: oneOf(profileNames),
  isChosen: Type.Boolean(),
  which: Type.Array(Type.String({ examples: ['buyerElectronic.endpoint'] })),
})

export const ClientInvoice = namedObject('ClientInvoice', {
  id: Id,
  clientAccountId: Id,
  status: oneOf(invoiceStatuses),
  type: oneOf(invoiceTypes),
  invoiceNumber: maybe(Type.String()),
  invoiceSequence: maybe(Type.Integer()),
  ...sums,
  taxTotals: Type.Array(ClientInvoiceTaxTotal),
  sellerLegalName: maybe(Type.String({ examples: ['Northwind GmbH'] })),
  sellerAddress: maybe(Type.String()),
  sellerVatId: maybe(Type.String()),
  sellerTaxNumber: maybe(Type.String()),
  sellerPostalAddress: maybe(PostalAddress),
  sellerBankAccount: maybe(BankAccount),
  sellerContact: maybe(BillingContact),
  sellerElectronic: maybe(SellerElectronic),
  buyerLegalName: Type.String({ examples: ['Globex Ltd'] }),
  buyerAddress: Type.String({ examples: ['2 Quay Road, Hamburg'] }),
  buyerPostalAddress: maybe(PostalAddress),
  buyerVatId: maybe(Type.String()),
  buyerContact: maybe(BillingContact),
  buyerElectronic: maybe(BuyerElectronic),
  language: maybe(oneOf(languages)),
  buyerReference: maybe(Type.String()),
  buyerBillingEmail: maybe(Type.String()),
  paymentTerms: maybe(Type.String()),
  dueAt: Time,
  serviceFrom: maybe(serviceDay),
  serviceTo: maybe(serviceDay),
  replacesInvoiceId: maybe(Id),
  issuedAt: maybe(Time),
  timeZone: Type.String(),
  logoMediaType: maybe(Type.String()),
  paidAt: maybe(Time),
  paymentReference: maybe(Type.String()),
  paidCents: cents,
  dueCents: cents,
  creditCents: cents,
  usableCreditCents: Type.Integer({
    minimum: 0,
    description:
      'The credit that `payClientInvoice` with the kind `credit` can use for it: from its client account in its currency, at most the due amount. 0 in lists.',
    examples: [0],
  }),
  payments: Type.Array(ClientInvoicePayment),
  voidedAt: maybe(Time),
  voidReason: maybe(Type.String()),
  electronicProfiles: Type.Array(ElectronicProfileState),
  lines: Type.Array(ClientInvoiceLine),
  createdAt: Time,
})

const addressOf = (example: string) =>
  text(1, 500, {
    pattern: '^(?!\\s+$)[^\\p{Cs}\\u0000-\\u0009\\u000b-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]*$',
    examples: [example],
  })

export const CreateInvoiceDraft = namedObject('CreateInvoiceDraft', {
  billableIds: Type.Array(Id, { minItems: 1, maxItems: 1_000, uniqueItems: true }),
  buyerAddress: addressOf('2 Quay Road, Hamburg'),
  buyerBillingEmail: Type.Optional(maybe(mailAddress({ examples: ['billing@globex.example'] }))),
  buyerLegalName: Type.Optional(lineText(200, { examples: ['Globex Ltd'] })),
  dueAt: Type.String({ format: 'date-time', examples: ['2099-04-03T00:00:00.000Z'] }),
  orderReference: Type.Optional(orderReference),
  paymentTerms: Type.Optional(text(1, 200, { examples: ['Net 30 days'] })),
  replacesInvoiceId: Type.Optional(maybe(Id)),
  sellerAddress: Type.Optional(addressOf('1 Harbour Street, Hamburg')),
  sellerLegalName: Type.Optional(lineText(200, { examples: ['Northwind GmbH'] })),
  serviceFrom: Type.Optional(maybe(serviceDay)),
  serviceTo: Type.Optional(maybe(serviceDay)),
  taxRatesBps: Type.Optional(
    Type.Record(Type.String(), Type.Integer({ minimum: 0, maximum: rateMostBps }), {
      maxProperties: 20,
      examples: [{ standard: 1_900 }],
    }),
  ),
})

const IssueInvoice = namedObject('IssueInvoice', {
  dueAt: Type.Optional(Type.String({ format: 'date-time', examples: ['2099-04-03T00:00:00.000Z'] })),
})
export const PayInvoice = namedObject('PayInvoice', {
  kind: Type.Optional(oneOf(moneyKinds)),
  amountCents: Type.Optional(Type.Integer({ minimum: 1, maximum: paymentMostMinor, examples: [71_250] })),
  source: Type.Optional(oneOf(['hand', 'bank'])),
  paidAt: Type.Optional(Type.String({ format: 'date-time', examples: ['2026-03-04T00:00:00.000Z'] })),
  paymentReference: Type.Optional(lineText(200, { examples: ['Statement 7, line 3'] })),
})
export const VoidInvoice = namedObject('VoidInvoice', {
  reason: text(1, 500, { examples: ['The wrong customer'] }),
})

// Without a resource, so that a client is refused with 403 for every id; hidden as an unknown id from a key that names
// projects, which reaches no invoice.
const access = to('agency')
const hidden = commonErrors.absent

export const listClientInvoices = operation({
  method: 'GET',
  path: '/v1/api/client-billing/invoices',
  summary: 'List client invoices without their lines, newest first',
  reach: 'call',
  access: to('agency'),
  query: Type.Object({
    ...paging,
    clientAccountId: Type.Optional(Id),
    status: Type.Optional(oneOf(invoiceStatuses)),
  }),
  replies: { 200: Type.Array(ClientInvoice) },
  audit: { refusals: 'client_invoice.list' },
  reads: { client_invoice: 'all' },
})

/** The most lines of drafts in one answer. */
export const draftedMost = 1_000

const DraftedBillables = namedObject('DraftedBillables', {
  rows: Type.Array(
    namedObject('DraftedBillable', {
      billableId: Type.String({ ...Id, description: 'The billable.' }),
      invoiceId: Type.String({ ...Id, description: 'The draft that has it; of several the newest.' }),
    }),
    { description: `Billables on drafts, the newest drafts first, at most ${draftedMost}` },
  ),
  isCut: Type.Boolean({ description: 'Whether there are more' }),
})

export const listDraftedBillables = operation({
  method: 'GET',
  path: '/v1/api/client-billing/drafted-billables',
  summary: 'List the billables that are on draft invoices, each with its newest draft',
  reach: 'call',
  access: to('agency'),
  query: Type.Object({ clientAccountId: Type.Optional(Id) }),
  replies: { 200: DraftedBillables },
  audit: { refusals: 'client_invoice.list_drafted' },
  reads: { client_invoice: 'all', billable: 'all' },
})

export const createClientInvoiceDraft = operation({
  method: 'POST',
  path: '/v1/api/client-billing/invoices',
  summary: 'Create a draft invoice from billables of the same customer. Totals are computed once and stored',
  reach: 'call',
  access: to('agency'),
  body: CreateInvoiceDraft,
  replies: { 201: ClientInvoice },
  errors: draftErrors,
  audit: { action: 'client_invoice.draft', category: 'create', event: 'client_invoice.drafted' },
})

export const getClientInvoice = operation({
  method: 'GET',
  path: '/v1/api/client-billing/invoices/{id}',
  summary: 'Read a client invoice with every line',
  reach: 'call',
  access,
  replies: { 200: ClientInvoice },
  errors: { hidden },
  audit: { refusals: 'client_invoice.get' },
  reads: { client_invoice: 'all' },
})

export const issueClientInvoice = operation({
  method: 'POST',
  path: '/v1/api/client-billing/invoices/{id}/issue',
  summary: 'Issue a draft. It gets the workspace’s next number and becomes immutable',
  reach: { page: '/invoices/{id}' },
  access,
  body: IssueInvoice,
  replies: { 200: ClientInvoice },
  errors: { hidden, ...issueErrors },
  audit: { action: 'client_invoice.issue', category: 'update', severity: 'notice', event: 'client_invoice.issued' },
})

export const payClientInvoice = operation({
  method: 'POST',
  path: '/v1/api/client-billing/invoices/{id}/pay',
  summary: 'Record money that came for an issued invoice outside of Atelier, or went back: the rest, or an amount',
  reach: { page: '/invoices/{id}' },
  access,
  body: PayInvoice,
  replies: { 200: ClientInvoice },
  errors: { hidden, ...payErrors },
  audit: {
    action: 'client_invoice.settle_out_of_band',
    category: 'update',
    severity: 'notice',
    event: 'client_invoice.payment_recorded',
  },
})

export const voidClientInvoice = operation({
  method: 'POST',
  path: '/v1/api/client-billing/invoices/{id}/void',
  summary: 'Void a draft or an unpaid invoice. The number is not reused, and its billables are open again',
  reach: { page: '/invoices/{id}' },
  access,
  body: VoidInvoice,
  replies: { 200: ClientInvoice },
  errors: { hidden, ...voidErrors },
  audit: { action: 'client_invoice.void', category: 'update', severity: 'notice', event: 'client_invoice.voided' },
})

export const getClientInvoiceLogo = operation({
  method: 'GET',
  path: '/v1/api/client-billing/invoices/{id}/logo',
  summary: 'Read the logo of an invoice as of its issue',
  reach: 'transfer',
  access,
  replies: { 200: bytes('image/*', { ...pictureHeaders, 'cache-control': 'private, max-age=86400, immutable' }) },
  errors: { hidden },
  audit: { refusals: 'client_invoice.get_logo' },
})

export const invoices = contract({
  listClientInvoices,
  listDraftedBillables,
  createClientInvoiceDraft,
  getClientInvoice,
  issueClientInvoice,
  payClientInvoice,
  voidClientInvoice,
  getClientInvoiceLogo,
})
