import { json, oneRowStatement, rowStatement, type Json, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import {
  billingIdentity,
  clientBillingIdentity,
  type BillingIdentityRow,
  type ClientBillingIdentityRow,
} from './tables.ts'

/** The workspace's identity on its invoices; undefined without one. */
export const findBillingIdentity = rowStatement<NoValues, BillingIdentityRow>(
  'billing-identity.find',
  `select ${billingIdentity.columns} from billing_identity where workspace_id = :workspace`,
)

/** A saved row with these fields as JSON. */
type WithJson<Row, Fields extends keyof Row> = Omit<Row, Fields | 'updatedAt'> & Record<Fields, Json | null> & ChangedBy

const put = oneRowStatement<
  WithJson<BillingIdentityRow, 'address' | 'contact' | 'electronic' | 'bankAccount' | 'taxClasses' | 'numberFormat'>,
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
export const putBillingIdentity = (tx: Transaction, saved: Omit<BillingIdentityRow, 'updatedAt'> & ChangedBy) =>
  put(tx, {
    ...saved,
    address: json(saved.address),
    contact: json(saved.contact),
    electronic: json(saved.electronic),
    bankAccount: json(saved.bankAccount),
    taxClasses: json(saved.taxClasses),
    numberFormat: json(saved.numberFormat),
  })

/** A client account's identity on its invoices; undefined without one. */
export const findClientBillingIdentity = rowStatement<{ clientAccountId: string }, ClientBillingIdentityRow>(
  'client-billing-identity.find',
  `select ${clientBillingIdentity.columns} from client_billing_identity where client_account_id = :clientAccountId`,
)

const putOfClient = oneRowStatement<
  WithJson<ClientBillingIdentityRow, 'address' | 'contact' | 'electronic'>,
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
export const putClientBillingIdentity = (
  tx: Transaction,
  saved: Omit<ClientBillingIdentityRow, 'updatedAt'> & ChangedBy,
) =>
  putOfClient(tx, {
    ...saved,
    address: json(saved.address),
    contact: json(saved.contact),
    electronic: json(saved.electronic),
  })
