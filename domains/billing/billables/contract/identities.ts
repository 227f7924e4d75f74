import { Type } from 'typebox'
import { contract, operation, resource, to } from '../../../../platform/contract/index.ts'
import { mailAddress, maybe, lineText, namedObject, oneOf, text, Time } from '../../../../platform/contract/schema.ts'
import { endpointSchemes, registerSchemes } from '../../../../packages/einvoice/index.ts'
import {
  profileNames,
  bicPattern,
  ibanPattern,
  digitsMost,
  prefixPattern,
  rateMostBps,
  taxCategories,
} from '../rules.ts'

export const taxClassName = lineText(50, { examples: ['standard'] })

const TaxClass = namedObject('TaxClass', {
  name: taxClassName,
  category: oneOf(taxCategories),
  rateBps: Type.Integer({ minimum: 0, maximum: rateMostBps, examples: [1_900] }),
  reason: maybe(text(1, 200, { examples: ['Reverse charge'] })),
})

export const PostalAddress = namedObject('PostalAddress', {
  line1: lineText(100, { examples: ['1 Harbour Street'] }),
  line2: maybe(lineText(100)),
  postalCode: lineText(20, { examples: ['20457'] }),
  city: lineText(100, { examples: ['Hamburg'] }),
  country: Type.String({ pattern: '^[A-Z]{2}$', examples: ['DE'] }),
})

export const BankAccount = namedObject('BankAccount', {
  iban: Type.String({ pattern: ibanPattern, maxLength: 50, examples: ['DE89 3704 0044 0532 0130 00'] }),
  bic: maybe(Type.String({ pattern: bicPattern, examples: ['COBADEFFXXX'] })),
  holder: maybe(lineText(70, { examples: ['Northwind GmbH'] })),
})

export const BillingContact = namedObject('BillingContact', {
  name: maybe(lineText(100, { examples: ['Grace Hopper'] })),
  email: maybe(mailAddress({ examples: ['accounts@northwind.example'] })),
  phone: maybe(Type.String({ pattern: '^\\+?[0-9](?:[ ()/.-]{0,2}[0-9]){2,19}$', examples: ['+49 40 123456'] })),
})

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

const NumberFormat = namedObject('NumberFormat', {
  prefix: Type.String({ pattern: prefixPattern, examples: ['INV-'] }),
  withYear: Type.Boolean({ examples: [true] }),
  digits: Type.Integer({ minimum: 1, maximum: digitsMost, examples: [4] }),
})

const vatId = maybe(Type.String({ pattern: '^[A-Z]{2}[0-9A-Z+*]{2,13}$', examples: ['DE123456788'] }))

const identifierValue = (example: string) => Type.String({ pattern: '^[!-~]{1,125}$', examples: [example] })

const ElectronicAddress = namedObject('ElectronicAddress', {
  scheme: oneOf(endpointSchemes),
  value: identifierValue('0403170701'),
})
const CompanyRegistration = namedObject('CompanyRegistration', {
  scheme: oneOf(registerSchemes),
  value: identifierValue('0403170701'),
})
const InvoiceNote = namedObject('InvoiceNote', {
  code: Type.String({ pattern: '^[A-Z]{3}$', examples: ['PMT'] }),
  text: text(1, 500, { examples: ['Indemnité forfaitaire pour frais de recouvrement : 40 €'] }),
})
export const SellerElectronic = namedObject('SellerElectronic', {
  endpoint: maybe(ElectronicAddress),
  legalId: maybe(CompanyRegistration),
  notes: Type.Array(InvoiceNote, { maxItems: 10, examples: [[]] }),
})
export const orderReference = maybe(lineText(100, { examples: ['PO-2207'] }))
export const BuyerElectronic = namedObject('BuyerElectronic', {
  endpoint: maybe(ElectronicAddress),
  legalId: maybe(CompanyRegistration),
  orderReference,
  profile: oneOf(profileNames),
})

const sellerFields = {
  legalName: maybe(lineText(200, { examples: ['Northwind GmbH'] })),
  address: maybe(PostalAddress),
  vatId,
  taxNumber: maybe(lineText(40, { examples: ['12/345/67890'] })),
  bankAccount: maybe(BankAccount),
  contact: maybe(BillingContact),
  paymentTerms: maybe(text(1, 200, { examples: ['Net 30 days'] })),
  taxClasses: Type.Array(TaxClass, { maxItems: 20, examples: [[]] }),
  numberFormat: maybe(NumberFormat),
  allScripts: Type.Boolean({ examples: [false] }),
}
const SaveBillingIdentity = namedObject('SaveBillingIdentity', {
  ...sellerFields,
  electronic: Type.Optional(maybe(SellerElectronic)),
})
export const BillingIdentity = namedObject('BillingIdentity', {
  ...sellerFields,
  electronic: maybe(SellerElectronic),
  updatedAt: maybe(Time),
})

const buyerFields = {
  legalName: maybe(lineText(200, { examples: ['Globex Ltd'] })),
  address: maybe(PostalAddress),
  vatId,
  contact: maybe(BillingContact),
  language: maybe(oneOf(languages)),
  buyerReference: maybe(lineText(100, { examples: ['PO-2207'] })),
}
const SaveClientBillingIdentity = namedObject('SaveClientBillingIdentity', {
  ...buyerFields,
  electronic: Type.Optional(maybe(BuyerElectronic)),
})
export const ClientBillingIdentity = namedObject('ClientBillingIdentity', {
  ...buyerFields,
  electronic: maybe(BuyerElectronic),
  updatedAt: maybe(Time),
})

const account = resource('client_account', 'params.clientAccountId')

export const getBillingIdentity = operation({
  method: 'GET',
  path: '/v1/api/client-billing/identity',
  summary: 'Read the workspace’s billing identity: sender, tax classes and number format',
  reach: 'call',
  access: to('agency'),
  replies: { 200: BillingIdentity },
  audit: { refusals: 'billing_identity.get' },
  reads: { billing_identity: 'all' },
})

export const saveBillingIdentity = operation({
  method: 'PUT',
  path: '/v1/api/client-billing/identity',
  summary: 'Save the workspace’s billing identity: sender, tax classes and number format',
  reach: { page: '/invoices/identity' },
  access: to('administrator'),
  body: SaveBillingIdentity,
  replies: { 200: BillingIdentity },
  audit: { action: 'billing_identity.save', category: 'update', event: 'billing_identity.saved' },
})

export const getClientBillingIdentity = operation({
  method: 'GET',
  path: '/v1/api/client-billing/identities/{clientAccountId}',
  summary: 'Read the billing identity of a client account',
  reach: 'call',
  access: to('agency', account),
  replies: { 200: ClientBillingIdentity },
  audit: { refusals: 'client_billing_identity.get' },
  reads: { client_billing_identity: 'all' },
})

export const saveClientBillingIdentity = operation({
  method: 'PUT',
  path: '/v1/api/client-billing/identities/{clientAccountId}',
  summary: 'Save the billing identity of a client account. Existing drafts keep the previous one',
  reach: { page: '/clients/{clientAccountId}' },
  access: to('administrator', account),
  body: SaveClientBillingIdentity,
  replies: { 200: ClientBillingIdentity },
  audit: { action: 'client_billing_identity.save', category: 'update', event: 'client_billing_identity.saved' },
})

export const identities = contract({
  getBillingIdentity,
  saveBillingIdentity,
  getClientBillingIdentity,
  saveClientBillingIdentity,
})
