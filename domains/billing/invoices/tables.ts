import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Address, BankAccount, BuyerElectronic, Contact, SellerElectronic } from '../billables/index.ts'
import type { Language } from '../billables/contract/identities.ts'
import type { Unit, TaxCategory } from '../billables/rules.ts'
import type { Balance, InvoiceStatus, InvoiceType, PaymentKind, PaymentSource } from './rules.ts'
import type { StoredTotal } from './rules/issue.ts'

/** The look of an invoice, as it was published when it was issued. */
export interface FrozenBrand {
  readonly name: string
  readonly primary: `#${string}`
}

export const clientInvoice = table(
  'client_invoice',
  {
    id: 'uuid',
    clientAccountId: 'uuid',
    status: 'text',
    type: 'text',
    currency: 'text',
    netMinor: 'int8',
    taxMinor: 'int8',
    totalMinor: 'int8',
    taxTotals: 'jsonb',
    sellerLegalName: 'text?',
    sellerAddress: 'text?',
    sellerVatId: 'text?',
    sellerTaxNumber: 'text?',
    sellerPostalAddress: 'jsonb?',
    sellerBankAccount: 'jsonb?',
    sellerContact: 'jsonb?',
    sellerElectronic: 'jsonb?',
    buyerLegalName: 'text',
    buyerAddress: 'text',
    buyerPostalAddress: 'jsonb?',
    buyerVatId: 'text?',
    buyerContact: 'jsonb?',
    buyerElectronic: 'jsonb?',
    language: 'text?',
    buyerReference: 'text?',
    buyerBillingEmail: 'text?',
    paymentTerms: 'text?',
    dueAt: 'timestamptz',
    serviceFrom: 'text?',
    serviceTo: 'text?',
    replacesInvoiceId: 'uuid?',
    invoiceNumber: 'text?',
    invoiceSequence: 'int8?',
    issuedAt: 'timestamptz?',
    logoId: 'text?',
    logoMediaType: 'text?',
    brand: 'jsonb?',
    paidAt: 'timestamptz?',
    paymentReference: 'text?',
    voidedAt: 'timestamptz?',
    voidReason: 'text?',
    createdAt: 'timestamptz',
  },
  {
    workspaceId: 'uuid',
    createdBy: 'uuid',
    issuedBy: 'uuid?',
    timeZone: 'text?',
    settledAt: 'timestamptz?',
    settledBy: 'uuid?',
    voidedBy: 'uuid?',
    previousSequence: 'int8?',
  },
)
export type InvoiceRow = RowOf<
  typeof clientInvoice,
  {
    status: InvoiceStatus
    type: InvoiceType
    taxTotals: StoredTotal[]
    sellerPostalAddress: Address | null
    sellerBankAccount: BankAccount | null
    sellerContact: Contact | null
    sellerElectronic: SellerElectronic | null
    buyerPostalAddress: Address | null
    buyerContact: Contact | null
    buyerElectronic: BuyerElectronic | null
    language: Language | null
    brand: FrozenBrand | null
  }
> & { readonly timeZone: string; readonly balance: Balance }

export const clientInvoiceLine = table(
  'client_invoice_line',
  {
    position: 'int4',
    billableId: 'uuid',
    description: 'text',
    quantity: 'numeric',
    unit: 'text',
    unitPriceMinor: 'int8',
    amountMinor: 'int8',
    taxClass: 'text',
    category: 'text',
    rateBps: 'int4',
    reason: 'text?',
  },
  { workspaceId: 'uuid', invoiceId: 'uuid', clientAccountId: 'uuid', currency: 'text' },
)
export type LineRow = RowOf<typeof clientInvoiceLine, { unit: Unit; category: TaxCategory }>

export const clientInvoicePayment = table(
  'client_invoice_payment',
  {
    id: 'uuid',
    kind: 'text',
    amountMinor: 'int8',
    source: 'text',
    provider: 'text?',
    paymentReference: 'text?',
    paidAt: 'timestamptz',
    recordedAt: 'timestamptz',
    recordedBy: 'uuid?',
  },
  {
    workspaceId: 'uuid',
    invoiceId: 'uuid',
    clientAccountId: 'uuid',
    currency: 'text',
    providerReference: 'text?',
  },
)
export type PaymentRow = RowOf<typeof clientInvoicePayment, { kind: PaymentKind; source: PaymentSource }>

export const invoiceCounter = table('client_invoice_counter', {
  workspaceId: 'uuid',
  lastSequence: 'int8',
  lastIssuedAt: 'timestamptz',
})

export const invoiceLogo = table('client_invoice_logo', { id: 'text', content: 'bytea' }, { workspaceId: 'uuid' })
