import { writtenMinor } from '../../../../domains/billing/billables/rules.ts'
import type { invoiceLetters } from '../../../../domains/billing/invoice-letters/contract.ts'
import type { invoices } from '../../../../domains/billing/invoices/contract.ts'
import type { payments } from '../../../../domains/billing/payments/contract.ts'
import type { Reply } from '../../client/client.ts'
import { shortId } from '../../ids.ts'
import { printable } from '../../terminal/text.ts'

type Invoice = Reply<typeof invoices.getClientInvoice>
type Letter = Reply<typeof invoiceLetters.sendClientInvoice>
type Provider = Reply<typeof payments.getPaymentProvider>
type Notice = Reply<typeof payments.listPaymentNotices>[number]

type InvoiceCurrency = Pick<Invoice, 'currency' | 'currencyDecimals'>

/** An amount in minor units as people write it: `119.00 EUR`. */
export const amountOf = ({ currency, currencyDecimals }: InvoiceCurrency, minor: number): string =>
  `${writtenMinor(minor, currencyDecimals)} ${currency}`

/** An invoice in one line. */
export const headerOf = (row: Invoice): string => {
  const kind = row.type === '381' ? 'credit note, ' : ''
  const { id, invoiceNumber, status, dueAt, buyerLegalName } = row
  const name = printable(invoiceNumber ?? 'no number yet')
  return `${shortId(id)}  ${name} · ${kind}${status} · ${amountOf(row, row.totalMinor)} · due ${dueAt.slice(0, 10)} · ${printable(buyerLegalName)}`
}

/** A letter in one line. */
export const letterText = ({ createdAt, kind, recipient, attached, payLink, state, reason }: Letter): string => {
  const enclosed = [...attached, ...(payLink === 'given' ? ['pay link'] : [])].join(', ')
  const why = reason === null ? '' : `: ${printable(reason)}`
  return `${createdAt.slice(0, 16)}  ${kind} to ${printable(recipient)} · ${enclosed} · ${state}${why}`
}

export const noticeText = ({ createdAt, provider, paymentReference, providerAmount, currency, ...row }: Notice) =>
  [
    createdAt.slice(0, 16).replace('T', ' '),
    `${provider} ${printable(paymentReference)}`,
    `${providerAmount} ${printable(currency)}`,
    row.outcome,
    ...(row.reason === null ? [] : [row.reason]),
    ...(row.invoiceId === null ? [] : [`invoice ${row.invoiceId.slice(-8)}`]),
  ].join(' · ')

/** The payment provider of a workspace, and its webhook address. */
export const providerLines = (state: Provider): readonly string[] => {
  if (state.provider === null) return ['No payment provider is connected.']
  const mode = state.live ? 'live' : 'test mode'
  const key = state.apiKeyEnding === null ? '' : `, key …${printable(state.apiKeyEnding)}`
  const takes = state.takesPayments ? 'takes payments' : 'takes no payments: the webhook has no secret yet'
  return [
    `${state.provider} (${mode}${key}) · ${takes}`,
    ...(state.webhookUrl === null ? [] : [`  webhooks go to ${printable(state.webhookUrl)}`]),
  ]
}
