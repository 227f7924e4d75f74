import { pageOf, type Cursor } from '../../../platform/db/page.ts'
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

const page = statement<{ at: string; id: string; rows: number; outcome: NoticeOutcome | null }, ListedNotice>(
  'payment-notice.page',
  `select ${paymentNotice.columns}, (select c.provider from payment_connection c
     where c.workspace_id = :workspace and c.id = payment_notice.connection_id) as provider
   from payment_notice
   where workspace_id = :workspace and (created_at, id) < (:at, :id) and (:outcome::text is null or outcome = :outcome)
   order by created_at desc, id desc limit :rows`,
)
export const noticePage = async (tx: Transaction, after: Cursor, limit: number, outcome: NoticeOutcome | null) =>
  pageOf(await page(tx, { ...after, outcome, rows: limit + 1 }), limit)
