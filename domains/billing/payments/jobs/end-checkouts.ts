import { PaymentFailure, type EndedCheckout } from '../../../../execution/payments/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { eachDue, inDueWorkspaces, type ScheduledContext, type Turn } from '../../../../platform/jobs/index.ts'
import { aboutInvoice, findInvoice, recordAbout } from '../../invoices/index.ts'
import { openAccount } from '../keys.ts'
import { requestOf } from '../open-checkout.ts'
import type { PaymentParts } from '../connect.ts'
import { pauseMs } from '../rules.ts'
import { checkoutsDueIn, claimDueCheckouts, endCheckout, markCheckoutOpen, postponeEnding } from '../store-checkouts.ts'
import { connectionOf } from '../store.ts'
import type { CheckoutRow } from '../tables.ts'

// Longer than an attempt's requests together.
const claimMs = 120_000
const pageSize = 20

/**
 * Ends checkouts whose invoice is void or asks for another amount, whose provider was disconnected, or whose time is
 * over. A failed attempt is repeated until the provider itself closes the checkout.
 */
export const endCheckouts = (parts: PaymentParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(
    parts.database,
    checkoutsDueIn,
    async (workspace, turn) => {
      const due = await parts.database.within(workspace, async (tx) =>
        claimDueCheckouts(tx, { now: await tx.now(), pauseMs: claimMs, limit: pageSize }),
      )
      await eachDue(due, (checkout) => endOne(parts, workspace, checkout, turn), turn, {
        failure: 'Could not end a checkout; will retry',
        about: ({ id }) => ({ workspace, checkout: id }),
      })
    },
    context,
  )

const endOne = async (parts: PaymentParts, workspace: string, checkout: CheckoutRow, { log }: Turn) => {
  const within = <T>(work: (tx: Transaction) => Promise<T>) => parts.database.within(workspace, work)
  try {
    const status = await endAtProvider(parts, workspace, checkout)
    await within((tx) => settleEnded(tx, checkout, status))
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error
    log.warn({ err: error, workspace, checkout: checkout.id }, 'Could not end a checkout; will retry')
    await within(async (tx) => {
      const until = new Date((await tx.now()).getTime() + pauseMs(checkout.attempts))
      await postponeEnding(tx, { id: checkout.id, until })
    })
  }
}

/** Its state at its provider. One that was never recorded there is looked up by its id first. */
const endAtProvider = async (
  { database, vault, payments }: PaymentParts,
  workspace: string,
  checkout: CheckoutRow,
): Promise<EndedCheckout | 'expired'> => {
  const asked = await database.within(workspace, async (tx) => {
    if (checkout.expiresAt <= (await tx.now())) return undefined
    const connection = (await connectionOf(tx, checkout.connectionId))!
    const account = await openAccount(tx, vault, connection)
    return account && { account, connection, invoice: (await findInvoice(tx, { id: checkout.invoiceId }))! }
  })
  if (!asked) return 'expired'
  const { account, connection, invoice } = asked
  const provider = payments[connection.provider]
  const opened =
    checkout.reference === null ? await provider.open(account, requestOf(workspace, checkout, invoice)) : undefined
  if (opened) await database.within(workspace, (tx) => markCheckoutOpen(tx, { id: checkout.id, ...opened }))
  return provider.end(account, (checkout.reference ?? opened?.reference)!, checkout.id)
}

const settleEnded = async (tx: Transaction, { id, invoiceId }: CheckoutRow, status: EndedCheckout | 'expired') => {
  const ended = await endCheckout(tx, { id, status, now: await tx.now() })
  if (!ended || status === 'expired') return
  const invoice = (await findInvoice(tx, { id: invoiceId }))!
  recordAbout(
    tx,
    aboutInvoice(invoice, { checkoutId: id, reference: ended.reference, outcome: status }),
    { action: 'client_invoice.cancel_checkout', category: 'update' },
    { name: 'client_invoice.checkout_ended', payload: { checkoutId: id, outcome: status } },
  )
}
