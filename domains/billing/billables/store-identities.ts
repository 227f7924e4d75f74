import { json, rowStatement, statement, type Json, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Language } from './contract/identities.ts'
import type { NumberFormat, TaxClass } from './rules.ts'
import {
  billingIdentity,
  clientBillingIdentity,
  type BankAccount,
  type BillingIdentityRow,
  type BuyerElectronic,
  type ClientBillingIdentityRow,
  type SellerElectronic,
} from './tables.ts'

/** The workspace's identity on its invoices; undefined without one. */
export const findBillingIdentity = rowStatement<NoValues, BillingIdentityRow>(
  'billing-identity.find',
  `select ${billingIdentity.columns} from billing_identity where workspace_id = :workspace`,
)

interface SavedParty extends Pick<BillingIdentityRow, 'legalName' | 'address' | 'contact' | 'vatId'> {
  readonly now: Date
  readonly userId: string
}
interface SavedIdentity extends SavedParty {
  readonly taxNumber: string | null
  readonly bankAccount: BankAccount | null
  readonly electronic: SellerElectronic | null
  readonly allScripts: boolean
  readonly paymentTerms: string | null
  readonly taxClasses: readonly TaxClass[]
  readonly numberFormat: NumberFormat | null
}
const put = statement<
  Omit<SavedIdentity, 'address' | 'contact' | 'electronic' | 'bankAccount' | 'taxClasses' | 'numberFormat'> & {
    address: Json | null
    electronic: Json | null
    contact: Json | null
    bankAccount: Json | null
    taxClasses: Json
    numberFormat: Json | null
  },
  BillingIdentityRow
>(
  'billing-identity.put',
  insertInto(
    billingIdentity,
    [
      ...(['legalName', 'address', 'vatId', 'taxNumber', 'bankAccount', 'contact', 'paymentTerms'] as const),
      ...(['electronic', 'taxClasses', 'numberFormat', 'allScripts'] as const),
    ],
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id) do update set legal_name = excluded.legal_name, address = excluded.address,
       vat_id = excluded.vat_id, tax_number = excluded.tax_number, bank_account = excluded.bank_account,
       contact = excluded.contact, electronic = excluded.electronic, all_scripts = excluded.all_scripts, payment_terms = excluded.payment_terms, tax_classes = excluded.tax_classes,
       number_format = excluded.number_format,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by returning ${billingIdentity.columns}`,
  ),
)
export const putBillingIdentity = async (tx: Transaction, saved: SavedIdentity) =>
  (
    await put(tx, {
      ...saved,
      address: json(saved.address),
      contact: json(saved.contact),
      electronic: json(saved.electronic),
      bankAccount: json(saved.bankAccount),
      taxClasses: json(saved.taxClasses),
      numberFormat: json(saved.numberFormat),
    })
  )[0]!

/** A client account's identity on its invoices; undefined without one. */
export const findClientBillingIdentity = rowStatement<{ clientAccountId: string }, ClientBillingIdentityRow>(
  'client-billing-identity.find',
  `select ${clientBillingIdentity.columns} from client_billing_identity where client_account_id = :clientAccountId`,
)

interface SavedClientIdentity extends SavedParty {
  readonly clientAccountId: string
  readonly electronic: BuyerElectronic | null
  readonly language: Language | null
  readonly buyerReference: string | null
}
const putOfClient = statement<
  Omit<SavedClientIdentity, 'address' | 'contact' | 'electronic'> &
    Record<'address' | 'contact' | 'electronic', Json | null>,
  ClientBillingIdentityRow
>(
  'client-billing-identity.put',
  insertInto(
    clientBillingIdentity,
    ['clientAccountId', 'legalName', 'address', 'vatId', 'contact', 'electronic', 'language', 'buyerReference'],
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id, client_account_id) do update set legal_name = excluded.legal_name,
       address = excluded.address, contact = excluded.contact, electronic = excluded.electronic,
       language = excluded.language,
       vat_id = excluded.vat_id, buyer_reference = excluded.buyer_reference, updated_at = excluded.updated_at,
       updated_by = excluded.updated_by returning ${clientBillingIdentity.columns}`,
  ),
)
export const putClientBillingIdentity = async (tx: Transaction, saved: SavedClientIdentity) =>
  (
    await putOfClient(tx, {
      ...saved,
      address: json(saved.address),
      contact: json(saved.contact),
      electronic: json(saved.electronic),
    })
  )[0]!
