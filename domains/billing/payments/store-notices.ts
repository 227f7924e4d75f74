import { countOf, countedPage, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
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
/** False for a repeated event. */
export const keepNotice = async (tx: Transaction, notice: NewNotice) => (await insert(tx, notice)).length > 0

export type ListedNotice = NoticeRow & { readonly provider: PaymentProvider }

type PageAsked = { at: string; id: string; rows: number; outcome: NoticeOutcome | null }
const listed = `payment_notice
   where workspace_id = :workspace and (created_at, id) < (:at, :id) and (:outcome::text is null or outcome = :outcome)`
const page = statement<PageAsked, ListedNotice>(
  'payment-notice.page',
  `select ${paymentNotice.columns}, (select c.provider from payment_connection c
     where c.workspace_id = :workspace and c.id = payment_notice.connection_id) as provider
   from ${listed} order by created_at desc, id desc limit :rows`,
)
const count = statement<PageAsked, RowCount>('payment-notice.count', countOf(listed))
export const noticePage = (tx: Transaction, after: Cursor, limit: number, outcome: NoticeOutcome | null) =>
  countedPage(tx, { page, count }, { ...after, outcome }, limit)
