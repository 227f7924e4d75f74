import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type * as identities from './contract/identities.ts'
import type { SourceKind, Unit, NumberFormat, TaxClass } from './rules.ts'

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

export type Address = Static<typeof identities.PostalAddress>
/** A bank account, whose IBAN is stored without spaces. */
export type BankAccount = Static<typeof identities.BankAccount>
export type Contact = Static<typeof identities.BillingContact>
/** The fields of a seller in electronic invoices, beside its name, address and numbers; notes are BT-21 and BT-22. */
export type SellerElectronic = Static<typeof identities.SellerElectronic>
/** The electronic identifiers of the buyer, and the profile in which it gets its invoices. */
export type BuyerElectronic = Static<typeof identities.BuyerElectronic>

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
    language: identities.Language | null
  }
>
