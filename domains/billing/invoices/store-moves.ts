import { invoiceColumns as columns } from './joins.ts'
import { rowStatement, oneRowStatement, json, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { invoiceMoves, type InvoiceStatus } from './rules.ts'
import { invoiceCounter, invoiceLogo, type FrozenBrand, type InvoiceRow } from './tables.ts'

interface InvoiceSequence {
  readonly sequence: number
  /** The given time, or the previous invoice's time if it is later: dates follow numbers. */
  readonly issuedAt: Date
}
/**
 * Claims the next place in the sequence of the workspace. Other transactions wait for the end of this transaction; if
 * it rolls back, the place goes to the next one.
 */
export const takeNextSequence = oneRowStatement<{ now: Date }, InvoiceSequence>(
  'client-invoice.next-place',
  insertInto(
    invoiceCounter,
    [],
    { workspaceId: ':workspace', lastSequence: '1', lastIssuedAt: ':now' },
    `on conflict (workspace_id) do update set last_sequence = client_invoice_counter.last_sequence + 1,
       last_issued_at = greatest(client_invoice_counter.last_issued_at, excluded.last_issued_at)
     returning last_sequence as sequence, last_issued_at as "issuedAt"`,
  ),
)

/** Inserts a picture for invoices, which stays after the brand changes; its id is its digest. */
export const insertInvoiceLogo = statement<{ id: string; content: Buffer }>(
  'client-invoice.keep-logo',
  insertInto(invoiceLogo, ['id', 'content'], { workspaceId: ':workspace' }, 'on conflict do nothing'),
)

const logo = rowStatement<{ id: string }, { content: Buffer }>(
  'client-invoice.logo',
  'select content from client_invoice_logo where workspace_id = :workspace and id = :id',
)
export const findInvoiceLogo = async (tx: Transaction, id: string) => (await logo(tx, { id }))?.content

type StatusMove = { readonly from: readonly InvoiceStatus[]; readonly to: InvoiceStatus }

/** The seller as it is frozen with an invoice. */
export type FrozenSeller = Pick<
  InvoiceRow,
  | 'sellerLegalName'
  | 'sellerAddress'
  | 'sellerVatId'
  | 'sellerTaxNumber'
  | 'sellerPostalAddress'
  | 'sellerBankAccount'
  | 'sellerContact'
  | 'sellerElectronic'
>

export interface Issue extends FrozenSeller {
  readonly id: string
  readonly number: string
  readonly sequence: number
  readonly issuedAt: Date
  /** The days of the invoice are days in it from now on. */
  readonly timeZone: string
  /** As `parseTimestamp` returns it; null keeps the draft's. */
  readonly dueAt: string | null
  readonly userId: string
  readonly logoId: string | null
  readonly logoMediaType: string | null
  readonly brand: FrozenBrand | null
}
type InJson = 'sellerPostalAddress' | 'sellerBankAccount' | 'sellerContact' | 'sellerElectronic' | 'brand'
const issue = oneRowStatement<Omit<Issue, InJson> & Record<InJson, Json | null> & StatusMove, InvoiceRow>(
  'client-invoice.issue',
  `update client_invoice set status = :to, invoice_number = :number, invoice_sequence = :sequence, issued_at = :issuedAt, time_zone = :timeZone,
     issued_by = :userId, due_at = coalesce(:dueAt::timestamptz, due_at), seller_legal_name = :sellerLegalName, seller_address = :sellerAddress,
     seller_vat_id = :sellerVatId, seller_tax_number = :sellerTaxNumber, seller_postal_address = :sellerPostalAddress,
     seller_bank_account = :sellerBankAccount, seller_contact = :sellerContact, seller_electronic = :sellerElectronic, brand = :brand, logo_id = :logoId, logo_media_type = :logoMediaType
   where id = :id and status = any(:from) returning ${columns}`,
)
/** The caller holds the draft. */
export const issueInvoiceRow = (tx: Transaction, issued: Issue) =>
  issue(tx, {
    ...issued,
    ...invoiceMoves.issue,
    brand: json(issued.brand),
    sellerContact: json(issued.sellerContact),
    sellerElectronic: json(issued.sellerElectronic),
    sellerPostalAddress: json(issued.sellerPostalAddress),
    sellerBankAccount: json(issued.sellerBankAccount),
  })

interface Settlement {
  readonly id: string
  readonly paymentReference: string | null
  readonly now: Date
  /** Null if a payment provider settles it. */
  readonly userId: string | null
}
const settle = oneRowStatement<Settlement & StatusMove, InvoiceRow>(
  'client-invoice.settle',
  `update client_invoice set status = :to, payment_reference = :paymentReference, settled_at = :now, settled_by = :userId,
     paid_at = (select max(p.paid_at) from client_invoice_payment p
       where p.workspace_id = :workspace and p.invoice_id = :id and p.kind = 'payment')
   where id = :id and status = any(:from) returning ${columns}`,
)
/** The caller holds the invoice, whose payments reach its total. It was paid when the last of them came. */
export const settleInvoiceRow = (tx: Transaction, settled: Settlement) =>
  settle(tx, { ...settled, ...invoiceMoves.settle })

type Voiding = ChangedBy & { readonly id: string; readonly reason: string }
const annul = oneRowStatement<Voiding & StatusMove, InvoiceRow>(
  'client-invoice.void',
  `update client_invoice set status = :to, voided_at = :now, voided_by = :userId, void_reason = :reason
   where id = :id and status = any(:from) returning ${columns}`,
)
/** The caller holds the invoice, which can be voided. */
export const voidInvoiceRow = (tx: Transaction, voided: Voiding) => annul(tx, { ...voided, ...invoiceMoves.void })
