import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Language } from './contract/identities.ts'
import type { EndpointScheme, Identifier, RegisterScheme } from '../../../packages/einvoice/index.ts'
import type { ProfileName, SourceKind, Unit, NumberFormat, TaxClass } from './rules.ts'

export const billable = table(
  'billable',
  {
    id: 'uuid',
    clientAccountId: 'uuid',
    correctsId: 'uuid?',
    currency: 'text',
    taxClass: 'text',
    description: 'text',
    quantity: 'numeric',
    unit: 'text',
    unitPriceMinor: 'int8',
    amountMinor: 'int8',
    sourceKind: 'text',
    sourceId: 'uuid?',
    revisionHash: 'text?',
    invoiceId: 'uuid?',
    writeOffReason: 'text?',
    writtenOffAt: 'timestamptz?',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', createdBy: 'uuid', writtenOffBy: 'uuid?' },
)
export type BillableRow = RowOf<typeof billable, { unit: Unit; sourceKind: SourceKind }>

export interface Address {
  readonly line1: string
  readonly line2: string | null
  readonly postalCode: string
  readonly city: string
  readonly country: string
}

export interface BankAccount {
  /** Without spaces. */
  readonly iban: string
  readonly bic: string | null
  readonly holder: string | null
}

export interface Contact {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** A text that electronic invoices have as a note, with the code of its subject (BT-21). */
export interface Note {
  readonly code: string
  readonly text: string
}

/** The fields of a seller in electronic invoices, beside its name, address and numbers. */
export interface SellerElectronic {
  readonly endpoint: Identifier<EndpointScheme> | null
  readonly legalId: Identifier<RegisterScheme> | null
  readonly notes: Note[]
}

/** The electronic identifiers of the buyer, and the profile in which it gets its invoices. */
export interface BuyerElectronic {
  readonly endpoint: Identifier<EndpointScheme> | null
  readonly legalId: Identifier<RegisterScheme> | null
  readonly orderReference: string | null
  readonly profile: ProfileName
}

export const billingIdentity = table(
  'billing_identity',
  {
    legalName: 'text?',
    address: 'jsonb?',
    vatId: 'text?',
    taxNumber: 'text?',
    bankAccount: 'jsonb?',
    contact: 'jsonb?',
    electronic: 'jsonb?',
    paymentTerms: 'text?',
    taxClasses: 'jsonb',
    numberFormat: 'jsonb?',
    allScripts: 'bool',
    updatedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type BillingIdentityRow = RowOf<
  typeof billingIdentity,
  {
    address: Address | null
    bankAccount: BankAccount | null
    contact: Contact | null
    electronic: SellerElectronic | null
    taxClasses: TaxClass[]
    numberFormat: NumberFormat | null
  }
>

export const clientBillingIdentity = table(
  'client_billing_identity',
  {
    clientAccountId: 'uuid',
    legalName: 'text?',
    address: 'jsonb?',
    vatId: 'text?',
    contact: 'jsonb?',
    electronic: 'jsonb?',
    language: 'text?',
    buyerReference: 'text?',
    updatedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type ClientBillingIdentityRow = RowOf<
  typeof clientBillingIdentity,
  {
    address: Address | null
    contact: Contact | null
    electronic: BuyerElectronic | null
    language: Language | null
  }
>
