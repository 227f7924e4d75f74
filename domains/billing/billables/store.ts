import type { Caller } from '../../../platform/access/index.ts'
import { countOf, countedPage, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { matchStatement, oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import type { BillableStatus } from './rules.ts'
import { billable, type BillableRow } from './tables.ts'
import type { NamedThing } from '../../domain.ts'

const { columns } = billable

const isThere = matchStatement<{ id: string }, { id: string }>(
  'billable.find',
  'select id from billable where id = :id',
)
/** A key that names projects reaches no billable: no project leads to a billable. */
export const billableKind = async (tx: Transaction, id: string, { projectIds }: Pick<Caller, 'projectIds'>) =>
  !projectIds && (await isThere(tx, { id })) ? { projectId: null } : undefined

/** Locked against every other change of it and of its corrections. */
export const lockBillable = rowStatement<{ id: string }, BillableRow>(
  'billable.lock',
  `select ${columns} from billable where id = :id for update`,
)

/** Locks these billables until this transaction ends: no other transaction writes them off or invoices them. */
export const shareLockBillables = statement<{ ids: readonly string[] }, BillableRow>(
  'billable.hold',
  `select ${columns} from billable where workspace_id = :workspace and id = any(:ids) order by id for share`,
)

export type RecordedBillable = BillableRow & { readonly createdBy: string }
/** Finds these billables, with their recorders. */
export const findBillables = statement<{ ids: readonly string[] }, RecordedBillable>(
  'billable.recorded',
  `select ${columns}, created_by as "createdBy" from billable
   where workspace_id = :workspace and id = any(:ids) order by id`,
)

const lockAll = statement<{ ids: readonly string[] }, BillableRow>(
  'billable.lock-all',
  `select ${columns} from billable where workspace_id = :workspace and (id = any(:ids)
     or id in (select corrects_id from billable where workspace_id = :workspace and id = any(:ids)))
   order by id for update`,
)
/**
 * Locks these billables with the charges that they correct: against every other change of them, against new corrections
 * and against an invoice of such a charge being voided. In one order, so that two never wait for each other.
 */
export const lockBillables = async (tx: Transaction, ids: readonly string[]) => {
  const wanted = new Set(ids)
  return (await lockAll(tx, { ids })).filter(({ id }) => wanted.has(id))
}

export const correctionsOf = statement<{ id: string }, BillableRow>(
  'billable.corrections',
  `select ${columns} from billable where workspace_id = :workspace and corrects_id = :id and written_off_at is null`,
)

type Correction = Pick<BillableRow, 'id' | 'correctsId' | 'invoiceId'>
/** The corrections of these charges that were not written off. */
export const correctionsOfAll = statement<{ ids: readonly string[] }, Correction>(
  'billable.corrections-of-all',
  `select id, corrects_id as "correctsId", invoice_id as "invoiceId" from billable
   where workspace_id = :workspace and corrects_id = any(:ids) and written_off_at is null order by id`,
)

const charges = statement<{ ids: readonly string[] }, { id: string }>(
  'billable.charges-of',
  `select id from billable where workspace_id = :workspace and id in (
     select corrects_id from billable where workspace_id = :workspace and id = any(:ids))`,
)
/** The charges that the corrections among these billables correct. */
export const chargesOf = async (tx: Transaction, ids: readonly string[]): Promise<readonly string[]> =>
  (await charges(tx, { ids })).map(({ id }) => id)

/** Puts billables on this invoice. The caller has locked them, open. */
export const markInvoiced = statement<{ ids: readonly string[]; invoiceId: string }>(
  'billable.mark-invoiced',
  'update billable set invoice_id = :invoiceId where workspace_id = :workspace and id = any(:ids)',
)

/** The billables of this invoice are open again. The caller holds them. */
export const releaseInvoiced = statement<{ invoiceId: string }>(
  'billable.release',
  'update billable set invoice_id = null where workspace_id = :workspace and invoice_id = :invoiceId',
)

type NewBillable = Omit<RecordedBillable, 'invoiceId' | 'writeOffReason' | 'writtenOffAt'>
export const insertBillable = oneRowStatement<NewBillable, BillableRow>(
  'billable.insert',
  insertInto(
    billable,
    [
      ...(['id', 'clientAccountId', 'correctsId', 'currency', 'taxClass', 'description', 'quantity', 'unit'] as const),
      ...(['unitPriceMinor', 'amountMinor', 'sourceKind', 'sourceId', 'revisionHash'] as const),
      ...(['createdAt', 'createdBy'] as const),
    ],
    { workspaceId: ':workspace' },
    `returning ${columns}`,
  ),
)

const writeOff = statement<ChangedBy & { id: string; reason: string }, BillableRow>(
  'billable.write-off',
  `update billable set written_off_at = :now, written_off_by = :userId, write_off_reason = :reason
   where workspace_id = :workspace and (id = :id or corrects_id = :id) and written_off_at is null and invoice_id is null
   returning ${columns}`,
)
/** The charge, written off with its corrections. The caller holds it, open. */
export const writeOffCharge = async (tx: Transaction, written: Parameters<typeof writeOff>[1]) =>
  (await writeOff(tx, written)).find(({ id }) => id === written.id)!

interface BillableFilter {
  readonly clientAccountId: string | null
  readonly status: BillableStatus | null
}
type PageAsked = BillableFilter & { at: string; id: string; rows: number }
const listed = `billable
   where workspace_id = :workspace and (created_at, id) < (:at, :id)
     and (:clientAccountId::uuid is null or client_account_id = :clientAccountId)
     and (:status::text is null or :status = case when written_off_at is not null then 'written_off'
       when invoice_id is not null then 'invoiced' else 'open' end)`
const page = statement<PageAsked, BillableRow>(
  'billable.page',
  `select ${columns} from ${listed} order by created_at desc, id desc limit :rows`,
)
const count = statement<PageAsked, RowCount>('billable.count', countOf(listed))
export const billablePage = (tx: Transaction, after: Cursor, limit: number, filter: BillableFilter) =>
  countedPage(tx, { page, count }, { ...after, ...filter }, limit)

/** The descriptions of these billables. */
export const namesOfBillables = statement<{ ids: readonly string[] }, NamedThing>(
  'billable.names',
  `select id, description as title, null::uuid as "projectId", null::uuid as "cycleId" from billable
   where workspace_id = :workspace and id = any(:ids)`,
)
