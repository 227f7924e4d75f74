import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { json, oneRowStatement, rowStatement, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Tax } from '../billables/rules.ts'
import { dayOf, dueDay, invoiceColumns as columns } from './joins.ts'
import type { InvoiceStatus } from './rules.ts'
import { clientInvoice, clientInvoiceLine, type InvoiceRow, type LineRow } from './tables.ts'
import { hasWords } from '../../../platform/db/fragments.ts'
import type { FoundName, NamedThing, SoughtName } from '../../domain.ts'

export const findInvoice = rowStatement<{ id: string }, InvoiceRow>(
  'client-invoice.find',
  `select ${columns} from client_invoice where id = :id`,
)

const lock = statement<{ id: string }, { id: string }>(
  'client-invoice.lock',
  'select id from client_invoice where id = :id for no key update',
)
/** Locked against every other change of it. It is read once the lock is had: its payments are rows of their own. */
export const lockInvoice = async (tx: Transaction, id: string) => {
  await lock(tx, { id })
  return findInvoice(tx, { id })
}

export const linesOf = statement<{ invoiceId: string }, LineRow>(
  'client-invoice.lines',
  `select ${clientInvoiceLine.columns} from client_invoice_line
   where workspace_id = :workspace and invoice_id = :invoiceId order by position`,
)

const linesOfEach = statement<{ invoiceIds: readonly string[] }, LineRow & { invoiceId: string }>(
  'client-invoice.lines-of-all',
  `select ${clientInvoiceLine.columns}, invoice_id as "invoiceId" from client_invoice_line
   where workspace_id = :workspace and invoice_id = any(:invoiceIds) order by invoice_id, position`,
)
const firstLines = statement<
  { invoiceIds: readonly string[] },
  { invoiceId: string; firstLine: string; lineCount: number }
>(
  'client-invoice.first-lines',
  `select f.invoice_id as "invoiceId", f.description as "firstLine", (
     select l.position from client_invoice_line l
     where l.workspace_id = f.workspace_id and l.invoice_id = f.invoice_id order by l.position desc limit 1
   ) as "lineCount"
   from client_invoice_line f where f.workspace_id = :workspace and f.invoice_id = any(:invoiceIds) and f.position = 1`,
)
/** The first line of these invoices with the number of lines, by the invoice's id. */
export const firstLinesOf = async (tx: Transaction, invoiceIds: readonly string[]) =>
  new Map((await firstLines(tx, { invoiceIds })).map(({ invoiceId, ...first }) => [invoiceId, first]))

/** The lines of each of these invoices, in their order, by its id. */
export const linesOfAll = async (tx: Transaction, invoiceIds: readonly string[]) =>
  Map.groupBy(await linesOfEach(tx, { invoiceIds }), ({ invoiceId }) => invoiceId)

const taxes = statement<{ billableIds: readonly string[] }, Tax & { billableId: string }>(
  'client-invoice.taxes',
  `select l.billable_id as "billableId", l.category, l.rate_bps as "rateBps", l.reason
   from client_invoice_line l join client_invoice i on i.workspace_id = l.workspace_id and i.id = l.invoice_id
   where l.workspace_id = :workspace and l.billable_id = any(:billableIds) and i.status in ('final', 'paid')`,
)
/** The tax of each of these on an invoice that was issued and not voided, by its id. */
export const taxesOf = async (tx: Transaction, billableIds: readonly string[]): Promise<ReadonlyMap<string, Tax>> =>
  new Map((await taxes(tx, { billableIds })).map(({ billableId, ...tax }) => [billableId, tax]))

/** The invoices, issued and not voided, with any of these; all but one. */
export const issuedWith = statement<
  { billableIds: readonly string[]; but: string },
  Pick<InvoiceRow, 'invoiceNumber' | 'issuedAt' | 'timeZone'>
>(
  'client-invoice.issued-with',
  `select i.invoice_number as "invoiceNumber", i.issued_at as "issuedAt",
     coalesce(i.time_zone, workspace_time_zone()) as "timeZone"
   from client_invoice i
   where i.workspace_id = :workspace and i.status in ('final', 'paid') and i.id <> :but and exists (
     select from client_invoice_line l where l.workspace_id = i.workspace_id and l.invoice_id = i.id
       and l.billable_id = any(:billableIds))
   order by i.invoice_sequence`,
)

interface InvoiceFilter {
  readonly clientAccountId: string | null
  readonly status: InvoiceStatus | null
}
const page = statement<InvoiceFilter & { at: string; id: string; rows: number }, InvoiceRow>(
  'client-invoice.page',
  `select ${columns} from client_invoice
   where workspace_id = :workspace and (created_at, id) < (:at, :id)
     and (:clientAccountId::uuid is null or client_account_id = :clientAccountId)
     and (:status::text is null or status = :status)
   order by created_at desc, id desc limit :rows`,
)
export const invoicePage = async (tx: Transaction, after: Cursor, limit: number, filter: InvoiceFilter) =>
  pageOf(await page(tx, { ...after, ...filter, rows: limit + 1 }), limit)

const issuedTo = statement<{ accountIds: readonly string[]; at: string; id: string; rows: number }, InvoiceRow>(
  'client-invoice.issued-page',
  `select ${columns} from client_invoice
   where workspace_id = :workspace and (created_at, id) < (:at, :id)
     and client_account_id = any(:accountIds) and issued_at is not null
   order by created_at desc, id desc limit :rows`,
)
/** The invoices of these accounts that were issued, void ones too, newest first. */
export const issuedPage = async (tx: Transaction, after: Cursor, limit: number, accountIds: readonly string[]) =>
  pageOf(await issuedTo(tx, { ...after, accountIds, rows: limit + 1 }), limit)

/** Days in the zones of the invoices, both included; null for an open end. */
export interface IssuedRange {
  readonly from: string | null
  readonly to: string | null
}
/** Invoices that were issued on these days, in the order of their numbers, behind a place in the sequence. */
export const issuedInOrder = statement<IssuedRange & { after: number; rows: number }, InvoiceRow>(
  'client-invoice.in-order',
  `select ${columns} from client_invoice
   where workspace_id = :workspace and invoice_sequence > :after
     and (:from::text is null or ${dayOf('issued_at')} >= (:from::text)::date)
     and (:to::text is null or ${dayOf('issued_at')} <= (:to::text)::date)
   order by invoice_sequence limit :rows`,
)

export interface OpenInvoice {
  readonly id: string
  readonly clientAccountId: string
  /** Days in the zone of the invoice, as `YYYY-MM-DD`. */
  readonly dueDay: string
  readonly issuedDay: string
}
/** Issued invoices of which something is due, behind an id. */
export const openInvoicesAfter = statement<{ after: string; rows: number }, OpenInvoice>(
  'client-invoice.unpaid',
  `select id, client_account_id as "clientAccountId", (${dueDay('due_at')})::text as "dueDay",
     (${dayOf('issued_at')})::text as "issuedDay"
   from client_invoice cross join lateral client_invoice_balance(client_invoice, null) balance
   where workspace_id = :workspace and id > :after and balance.due_minor > 0 and (status = 'final' or status = 'paid'
     and exists (select from client_invoice_payment p
       where p.workspace_id = :workspace and p.invoice_id = client_invoice.id and p.kind <> 'payment'))
   order by id limit :rows`,
)

/** Fields that a draft takes from the request, the billing identities and its lines. */
const draftFields = [
  ...(['id', 'clientAccountId', 'type', 'currency', 'netMinor', 'taxMinor', 'totalMinor', 'taxTotals'] as const),
  ...(['sellerLegalName', 'sellerAddress', 'sellerVatId', 'buyerLegalName', 'buyerAddress', 'buyerVatId'] as const),
  ...(['buyerPostalAddress', 'buyerContact', 'buyerElectronic', 'language'] as const),
  ...(['buyerReference', 'buyerBillingEmail', 'paymentTerms', 'replacesInvoiceId'] as const),
  ...(['serviceFrom', 'serviceTo', 'createdAt'] as const),
]
interface NewDraft extends Pick<InvoiceRow, (typeof draftFields)[number]> {
  /** As `parseTimestamp` returns it. */
  readonly dueAt: string
  readonly createdBy: string
}
type BuyerJson = 'buyerPostalAddress' | 'buyerContact' | 'buyerElectronic'
const insert = oneRowStatement<
  Omit<NewDraft, 'taxTotals' | BuyerJson> & { taxTotals: Json } & Record<BuyerJson, Json | null>,
  InvoiceRow
>(
  'client-invoice.insert',
  insertInto(
    clientInvoice,
    [...draftFields, 'dueAt', 'createdBy'],
    { workspaceId: ':workspace', status: `'draft'` },
    `returning ${columns}`,
  ),
)

const insertLines = statement<{ invoiceId: string; lines: Json }, LineRow>(
  'client-invoice.insert-lines',
  `insert into client_invoice_line (workspace_id, invoice_id, client_account_id, currency, position, billable_id,
     description, quantity, unit, unit_price_minor, amount_minor, tax_class, category, rate_bps, reason)
   select i.workspace_id, i.id, i.client_account_id, i.currency, l.* from client_invoice i, jsonb_to_recordset(:lines) as l
     (position integer, "billableId" uuid, description text, quantity numeric, unit text, "unitPriceMinor" bigint,
      "amountMinor" bigint, "taxClass" text, category text, "rateBps" integer, reason text)
   where i.workspace_id = :workspace and i.id = :invoiceId returning ${clientInvoiceLine.columns}`,
)

/** The draft and its lines. */
export const insertDraft = async (tx: Transaction, draft: NewDraft, drafted: readonly LineRow[]) => {
  const asJson = {
    buyerPostalAddress: json(draft.buyerPostalAddress),
    buyerContact: json(draft.buyerContact),
    buyerElectronic: json(draft.buyerElectronic),
  }
  const row = await insert(tx, { ...draft, ...asJson, taxTotals: json(draft.taxTotals) })
  return { row, lines: await insertLines(tx, { invoiceId: draft.id, lines: json(drafted) }) }
}

/** Billables on drafts, each with its newest draft. */
export const draftedBillables = statement<
  { accountId: string | null; rows: number },
  { billableId: string; invoiceId: string }
>(
  'client-invoice.drafted',
  `select billable_id as "billableId", invoice_id as "invoiceId" from (
     select distinct on (l.billable_id) l.billable_id, l.invoice_id, i.created_at
     from client_invoice i join client_invoice_line l on l.workspace_id = i.workspace_id and l.invoice_id = i.id
     where i.workspace_id = :workspace and i.status = 'draft'
       and (:accountId::uuid is null or i.client_account_id = :accountId)
     order by l.billable_id, i.created_at desc, i.id desc) newest
   order by created_at desc, billable_id limit :rows`,
)

/** The numbers of these invoices; of a draft the buyer. */
export const namesOfInvoices = statement<{ ids: readonly string[] }, NamedThing>(
  'client-invoice.names',
  `select id, coalesce(invoice_number, buyer_legal_name) as title, null::uuid as "projectId", null::uuid as "cycleId"
   from client_invoice where workspace_id = :workspace and id = any(:ids)`,
)

/** Issued invoices by any part of their number or of their buyer, the newest first. */
export const foundInvoices = statement<SoughtName, FoundName>(
  'client-invoice.found',
  `select id, coalesce(invoice_number, '') as name, buyer_legal_name as also, null::uuid as "parentId" from client_invoice
   where workspace_id = :workspace and invoice_number is not null
     and ${hasWords(`searched_name(concat_ws(' ', invoice_number, buyer_legal_name))`)}
   order by issued_at desc, id desc limit :rows`,
)
