import { oneRowStatement, rowStatement, statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import { isUnpayable } from '../invoices/index.ts'
import type { CheckoutStatus } from './rules.ts'
import { clientCheckout, type CheckoutRow } from './tables.ts'

const { columns } = clientCheckout

export const findCheckout = rowStatement<{ id: string }, CheckoutRow>('checkout.find', selectById(clientCheckout))

/** The checkout at which an invoice can be paid, or whose opening was begun. */
export const liveCheckoutOf = rowStatement<{ invoiceId: string }, CheckoutRow>(
  'checkout.live',
  `select ${columns} from client_checkout where workspace_id = :workspace and invoice_id = :invoiceId and ended_at is null`,
)

interface NewCheckout extends Pick<
  CheckoutRow,
  'id' | 'invoiceId' | 'connectionId' | 'currency' | 'providerAmount' | 'successUrl' | 'expiresAt'
> {
  readonly createdAt: Date
  readonly createdBy: string
}
export const insertCheckout = oneRowStatement<NewCheckout, CheckoutRow>(
  'checkout.insert',
  insertInto(
    clientCheckout,
    [
      ...(['id', 'invoiceId', 'connectionId', 'currency', 'providerAmount', 'successUrl', 'expiresAt'] as const),
      ...(['createdAt', 'createdBy'] as const),
    ],
    { workspaceId: ':workspace', status: `'opening'`, attempts: '0', nextAttemptAt: ':createdAt' },
    `returning ${columns}`,
  ),
)

/** The provider's answer for it; undefined if it is not being opened any more. */
export const markCheckoutOpen = rowStatement<{ id: string; reference: string; url: string }, CheckoutRow>(
  'checkout.opened',
  `update client_checkout set status = 'open', reference = :reference, url = :url
   where workspace_id = :workspace and id = :id and status = 'opening' returning ${columns}`,
)

/** Ends a checkout; undefined if it has ended already. */
export const endCheckout = rowStatement<{ id: string; status: CheckoutStatus; now: Date }, CheckoutRow>(
  'checkout.end',
  `update client_checkout set status = :status, ended_at = :now
   where workspace_id = :workspace and id = :id and ended_at is null returning ${columns}`,
)

/** Marks a checkout as paid, in any state known here. */
export const markCheckoutPaid = statement<{ id: string; now: Date }>(
  'checkout.paid',
  `update client_checkout set status = 'paid', ended_at = coalesce(ended_at, :now)
   where workspace_id = :workspace and id = :id`,
)

// A live checkout is ended once its time is over, its invoice asks for that amount no more, or its provider is disconnected.
const isDue = (now: string) => `o.ended_at is null and o.next_attempt_at <= ${now} and (o.expires_at <= ${now}
     or exists (select from payment_connection c
       where c.workspace_id = o.workspace_id and c.id = o.connection_id and c.disconnected_at is not null)
     or ${isUnpayable('o.workspace_id', 'o.invoice_id', 'o.created_at')})`

/** Workspaces in which a checkout is to be ended, asked for all of them. */
export const checkoutsDueIn = workspacesDue('checkout', `client_checkout o where ${isDue('now()::timestamptz(3)')}`)

/** Claims checkouts that are to be ended for one attempt each; no other process takes them within `pauseMs`. */
export const claimDueCheckouts = statement<{ now: Date; pauseMs: number; limit: number }, CheckoutRow>(
  'checkout.claim-due',
  `update client_checkout set attempts = attempts + 1,
     next_attempt_at = :now::timestamptz + :pauseMs::float8 * interval '1 millisecond'
   where id = any(array(select o.id from client_checkout o where o.workspace_id = :workspace and ${isDue(':now::timestamptz')}
     order by o.next_attempt_at limit :limit for update skip locked))
   returning ${columns}`,
)

/** The attempt did not end it: the next one begins then. */
export const postponeEnding = statement<{ id: string; until: Date }>(
  'checkout.postpone',
  `update client_checkout set next_attempt_at = :until where workspace_id = :workspace and id = :id and ended_at is null`,
)

const spent = statement<{ before: Date; limit: number }, { workspaceId: string }>(
  'payment.spent-in',
  `select distinct c.workspace_id as "workspaceId" from payment_connection c
   where c.disconnected_at is not null and (c.webhook_key_version is not null and c.disconnected_at < :before
     or c.api_key_version is not null and not exists (select from client_checkout o
       where o.workspace_id = c.workspace_id and o.connection_id = c.id and o.ended_at is null)) limit :limit`,
)
/** Workspaces that keep keys which nothing needs any more, asked for all of them. */
export const spentKeysIn = async (tx: Transaction, before: Date, limit: number) =>
  (await spent(tx, { before, limit })).map(({ workspaceId }) => workspaceId)

/** How many checkouts of the connected provider can be paid. */
export const countLive = oneRowStatement<NoValues, { count: number }>(
  'checkout.count-live',
  `select count(*)::int4 as count from client_checkout o join payment_connection c on c.id = o.connection_id
   where o.workspace_id = :workspace and c.workspace_id = :workspace and c.disconnected_at is null and o.ended_at is null`,
)

/** The end of the last open checkout of a connection; null without one. */
export const lastOpenUntil = oneRowStatement<{ connectionId: string }, { until: Date | null }>(
  'checkout.last-open',
  `select max(expires_at) as until from client_checkout
   where workspace_id = :workspace and connection_id = :connectionId and ended_at is null`,
)
