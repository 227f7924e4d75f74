import type { MovedNotice } from '../../../execution/payments/index.ts'
import { countOf, countedPage, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { json, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockInWorkspace } from '../../../platform/db/workspace-lock.ts'
import type { NoticeOutcome, PaymentProvider } from './rules.ts'
import { paymentNotice, type NoticeRow } from './tables.ts'

type NewNotice = Omit<NoticeRow, 'createdAt'> & { readonly eventId: string; readonly now: Date }

const insert = statement<NewNotice, { id: string }>(
  'payment-notice.insert',
  insertInto(
    paymentNotice,
    [
      ...(['id', 'connectionId', 'eventId', 'checkoutId', 'invoiceId', 'paymentReference', 'currency'] as const),
      ...(['providerAmount', 'outcome', 'reason'] as const),
    ],
    { workspaceId: ':workspace', createdAt: ':now' },
    'on conflict (workspace_id, connection_id, event_id) do nothing returning id',
  ),
)
/** Inserts a notice; false for a repeated event. */
export const keepNotice = async (tx: Transaction, notice: NewNotice) => (await insert(tx, notice)).length > 0

export type ListedNotice = NoticeRow & { readonly provider: PaymentProvider }

type PageAsked = { at: string; id: string; rows: number; outcome: NoticeOutcome | null }
const listed = `payment_notice
   where workspace_id = :workspace and (created_at, id) < (:at, :id) and outcome <> 'waiting'
     and (:outcome::text is null or outcome = :outcome)`
const page = statement<PageAsked, ListedNotice>(
  'payment-notice.page',
  `select ${paymentNotice.columns}, (select c.provider from payment_connection c
     where c.workspace_id = :workspace and c.id = payment_notice.connection_id) as provider
   from ${listed} order by created_at desc, id desc limit :rows`,
)
const count = statement<PageAsked, RowCount>('payment-notice.count', countOf(listed))
export const noticePage = (tx: Transaction, after: Cursor, limit: number, outcome: NoticeOutcome | null) =>
  countedPage(tx, { page, count }, { ...after, outcome }, limit)

/** Locks a payment against other notices until the transaction ends. Comes before the invoice is locked. */
export const lockPayment = (tx: Transaction, reference: string) => lockInWorkspace(tx, `payment ${reference} of `)

interface WaitingMove {
  readonly id: string
  readonly connectionId: string
  readonly eventId: string
  readonly paymentReference: string
  readonly currency: string
  readonly providerAmount: number
  readonly now: Date
  readonly notice: Json
}
// Providers repeat a payment that was not taken for a week at most. Moves of others' payments are kept no longer than needed.
const dropSpent = statement<{ now: Date }>(
  'payment-notice.drop-waiting',
  `delete from payment_notice where workspace_id = :workspace and outcome = 'waiting'
     and created_at < :now::timestamptz - interval '30 days'`,
)
const keepWaiting = statement<WaitingMove>(
  'payment-notice.keep-waiting',
  insertInto(
    paymentNotice,
    ['id', 'connectionId', 'eventId', 'paymentReference', 'currency', 'providerAmount'],
    { workspaceId: ':workspace', outcome: `'waiting'`, waitingMove: ':notice::jsonb', createdAt: ':now' },
    'on conflict (workspace_id, connection_id, event_id) do nothing',
  ),
)
/** Stores the notice of a move whose payment is not known until that comes. The caller has locked the payment. */
export const keepMove = async (
  tx: Transaction,
  { id, connectionId, now }: Pick<WaitingMove, 'id' | 'connectionId' | 'now'>,
  notice: MovedNotice,
): Promise<void> => {
  const { eventId, paymentReference, currency, providerAmount } = notice
  await dropSpent(tx, { now })
  const said = { eventId, paymentReference, currency, providerAmount, notice: json(notice) }
  await keepWaiting(tx, { id, connectionId, now, ...said })
}

const takeWaiting = statement<{ connectionId: string; paymentReference: string }, { notice: MovedNotice | null }>(
  'payment-notice.take-waiting',
  `with taken as (delete from payment_notice where workspace_id = :workspace and connection_id = :connectionId
     and payment_reference = :paymentReference and outcome = 'waiting' returning id, waiting_move as notice)
   select notice from taken order by id`,
)
/** The moves that waited for a payment, in the order in which they came. They wait no longer. */
export const takeMoves = async (tx: Transaction, connectionId: string, paymentReference: string) =>
  (await takeWaiting(tx, { connectionId, paymentReference })).flatMap(({ notice }) => notice ?? [])
