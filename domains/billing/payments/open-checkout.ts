import { v7 as uuidv7 } from 'uuid'
import { PaymentFailure, type CheckoutRequest } from '../../../execution/payments/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { decimalsOf } from '../billables/rules/currencies.ts'
import { lockInvoice, type InvoiceRow } from '../invoices/index.ts'
import { openAccount } from './keys.ts'
import type { PaymentParts } from './connect.ts'
import { amountToPay, canBeOpenedYet, checkoutMs } from './rules.ts'
import { endCheckout, insertCheckout, markCheckoutOpen, liveCheckoutOf } from './store-checkouts.ts'
import { keepConnection } from './store.ts'
import type { CheckoutRow, ConnectionRow } from './tables.ts'

type LinkObstacle = 'notPayable' | 'nothingToPay' | 'otherOpen' | 'tooLarge' | 'inexact' | 'notConnected' | 'noVault'

/** A checkout that can be paid, or is to be opened at its provider before it can be. */
interface OpenCheckout {
  readonly checkout: CheckoutRow
  readonly connection: ConnectionRow
  readonly invoice: InvoiceRow
}

/**
 * Finds the checkout of an invoice, or begins one: its row is stored before the request to the provider, so that its id
 * is the key of every attempt. The invoice is locked; of callers at once one begins it.
 */
export const beginCheckout = async (
  tx: Transaction,
  { vault }: Pick<PaymentParts, 'vault'>,
  wanted: { readonly invoiceId: string; readonly successUrl: string; readonly userId: string },
): Promise<OpenCheckout | LinkObstacle> => {
  const connection = await keepConnection(tx)
  const invoice = await lockInvoice(tx, wanted.invoiceId)
  if (!invoice) return 'notPayable'
  if (!connection?.hasWebhookSecret) return 'notConnected'
  if (!vault.available) return 'noVault'
  const amount = amountToPay(invoice, connection.provider, decimalsOf(invoice.currency))
  if (typeof amount === 'string') return amount
  const now = await tx.now()
  const live = await liveOne(tx, invoice.id, now)
  // A page for the amount due before a payment came is closed within seconds.
  if (live && (live.providerAmount !== amount || live.connectionId !== connection.id)) return 'otherOpen'
  if (live) return { checkout: live, connection, invoice }
  const checkout = await insertCheckout(tx, {
    id: uuidv7(),
    invoiceId: invoice.id,
    connectionId: connection.id,
    currency: invoice.currency,
    providerAmount: amount,
    successUrl: wanted.successUrl,
    createdAt: now,
    createdBy: wanted.userId,
    expiresAt: new Date(now.getTime() + checkoutMs),
  })
  return { checkout, connection, invoice }
}

/** An expired checkout is ended here, so that another can follow. */
const liveOne = async (tx: Transaction, invoiceId: string, now: Date) => {
  const live = await liveCheckoutOf(tx, { invoiceId })
  if (!live) return undefined
  const isOver = live.status === 'opening' ? !canBeOpenedYet(live.expiresAt, now) : live.expiresAt <= now
  if (!isOver) return live
  await endCheckout(tx, { id: live.id, status: 'expired', now })
  return undefined
}

/** The request to a provider, the same at each attempt. */
export const requestOf = (
  workspaceId: string,
  { id, invoiceId, providerAmount, currency, successUrl, expiresAt }: CheckoutRow,
  { invoiceNumber }: Pick<InvoiceRow, 'invoiceNumber'>,
): CheckoutRequest => ({
  id,
  workspaceId,
  invoiceId,
  invoiceNumber: invoiceNumber!,
  providerAmount,
  currency,
  successUrl,
  expiresAt,
})

type OpenResult = { readonly url: string; readonly reference: string } | 'ended' | PaymentFailure

/**
 * Opens a checkout at its provider, unless it is open, and stores the answer. A permanent failure ends the checkout;
 * after any other the same id is asked for again. `ended` if it was ended in between.
 */
export const openAtProvider = async (
  { database, vault, payments }: PaymentParts,
  workspaceId: string,
  { checkout, connection, invoice }: OpenCheckout,
): Promise<OpenResult> => {
  const { id, url, reference } = checkout
  if (url !== null && reference !== null) return { url, reference }
  const account = await database.reading(workspaceId, (tx) => openAccount(tx, vault, connection))
  const request = requestOf(workspaceId, checkout, invoice)
  const opened = account
    ? await tried(() => payments[connection.provider].open(account, request))
    : new PaymentFailure('refused', 'disconnected')
  if (opened instanceof PaymentFailure) {
    if (opened.kind === 'refused')
      await database.within(workspaceId, async (tx) => endCheckout(tx, { id, status: 'refused', now: await tx.now() }))
    return opened
  }
  const kept = await database.within(workspaceId, async (tx) => {
    const payable = (await lockInvoice(tx, invoice.id))?.balance.dueCents === invoice.balance.dueCents
    const row = (await markCheckoutOpen(tx, { id, ...opened })) ?? (await liveCheckoutOf(tx, { invoiceId: invoice.id }))
    return payable && row?.id === id ? row : undefined
  })
  return kept ? opened : 'ended'
}

/** The result of a request to a provider, or its failure. */
export const tried = async <T>(work: () => Promise<T>): Promise<T | PaymentFailure> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PaymentFailure) return error
    throw error
  }
}
