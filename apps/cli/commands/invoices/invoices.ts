import { clients } from '../../../../domains/accounts/clients/contract/accounts.ts'
import { billables } from '../../../../domains/billing/billables/contract.ts'
import { minorOfWritten } from '../../../../domains/billing/billables/rules.ts'
import { invoices as contract } from '../../../../domains/billing/invoices/contract.ts'
import type { MoneyKind } from '../../../../domains/billing/invoices/rules.ts'
import { transmissions } from '../../../../domains/billing/transmissions/contract.ts'
import { defined, type Client, type Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { absent, usage } from '../../failure.ts'
import { chooseId, isId } from '../../ids.ts'
import type { Session } from '../../session.ts'
import { printable, printableLines } from '../../terminal/text.ts'
import { amountOf, headerOf } from './texts.ts'

type Invoice = Reply<typeof contract.getClientInvoice>

interface DraftOptions {
  readonly client: string
  readonly address: string
  readonly due: string
  readonly billable?: readonly string[]
  readonly rate?: readonly string[]
  readonly replaces?: string
}
interface MoneyOptions {
  readonly amount?: string
  readonly kind?: MoneyKind
  readonly source?: 'hand' | 'bank'
}
interface PaidOptions extends MoneyOptions {
  readonly on?: string
  readonly reference?: string
}

/** The fields of a payment: its amount is written in the currency of the invoice. */
const moneyOf = async (client: Client, id: string, { amount, ...given }: MoneyOptions) => {
  if (amount === undefined) return given
  const { currency, currencyDecimals } = await client.call(contract.getClientInvoice, { params: { id } })
  const amountCents = minorOfWritten(amount, currencyDecimals)
  if (!amountCents) throw usage(`“${printable(amount)}” is no amount in ${currency}. Write it as 500.00, for example.`)
  return { ...given, amountCents }
}

/** `atelier invoices show`: prints an invoice with its lines. */
export const showInvoice = async (session: Session, named: string): Promise<void> => {
  const client = await session.client()
  const params = { id: await invoiceNamed(client, named) }
  const invoice = await client.call(contract.getClientInvoice, { params })
  const isForPeppol = invoice.electronicProfiles.some(({ profile, isChosen }) => isChosen && profile === 'peppol')
  const handedOver = isForPeppol
    ? (await client.call(transmissions.getClientInvoiceTransmissions, { params })).transmissions
    : []
  show(session, invoice, handedOver)
  if (invoice.usableCreditCents > 0)
    session.output.say(
      `The client has a credit: ${amountOf(invoice, invoice.usableCreditCents)} can be used by “atelier invoices paid ${printable(invoice.invoiceNumber!)} --kind credit”.`,
    )
}

/** `atelier invoices draft`: drafts an invoice for the named billables, else for all open billables of the client. */
export const draftInvoice = async (session: Session, options: DraftOptions): Promise<void> => {
  const client = await session.client()
  const clientAccountId = await accountNamed(client, options.client)
  const billableIds = options.billable ? [...options.billable] : await openOf(client, clientAccountId)
  if (billableIds.length === 0)
    throw absent('no_billable', `Nothing is open to bill to “${printable(options.client)}”.`)
  const rates = ratesOf(options.rate ?? [])
  const body = {
    billableIds,
    buyerAddress: options.address,
    dueAt: timeOf(options.due, 'T23:59:59.999Z'),
    ...(Object.keys(rates).length > 0 && { taxRatesBps: rates }),
    ...(options.replaces !== undefined && { replacesInvoiceId: await invoiceNamed(client, options.replaces) }),
  }
  show(session, await client.call(contract.createClientInvoiceDraft, { body }))
}

/** `atelier invoices paid`: records a payment that came outside of the service. */
export const payInvoice = async (session: Session, named: string, { on, reference, ...options }: PaidOptions) => {
  const client = await session.client()
  const params = { id: await invoiceNamed(client, named) }
  const paidAt = on === undefined ? undefined : timeOf(on, 'T00:00:00.000Z')
  const body = { ...(await moneyOf(client, params.id, options)), ...defined({ paidAt, paymentReference: reference }) }
  const paid = await client.call(contract.payClientInvoice, { params, body })
  session.output.show(paid, headerOf(paid))
}

const openOf = async (client: Client, clientAccountId: string) => {
  const query = { clientAccountId, status: 'open' } as const
  return (await Array.fromAsync(client.every(billables.listBillables, { query }), ({ id }) => id)).reverse()
}

/** The invoice of that number, or of that id, or whose id begins or ends so. */
export const invoiceNamed = async (client: Client, named: string): Promise<string> => {
  if (isId(named)) return named
  for await (const { id, invoiceNumber } of client.every(contract.listClientInvoices))
    if (invoiceNumber === named) return id
  return chooseId(named, client.every(contract.listClientInvoices), {
    one: 'invoice',
    list: `${atelier} invoices`,
    describe: ({ buyerLegalName }) => buyerLegalName,
  })
}

export const accountNamed = async (client: Client, named: string): Promise<string> => {
  if (isId(named)) return named
  const found: string[] = []
  for await (const { id, name } of client.every(clients.listClientAccounts)) if (name === named) found.push(id)
  if (found.length > 1)
    throw usage(
      [`${found.length} client accounts are called “${printable(named)}”. Give the id of one:`, ...found].join('\n  '),
      'ambiguous_client',
    )
  if (found[0] === undefined) throw absent('no_client', `There is no client account called “${printable(named)}”.`)
  return found[0]
}

/** `standard=19` as hundredths of a percent. */
const ratesOf = (given: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    given.map((one) => {
      const [, name, whole, fraction = ''] = /^(.+)=(\d{1,3})(?:\.(\d{1,2}))?$/.exec(one) ?? []
      if (name === undefined) throw usage(`“${printable(one)}” is no rate. Write it as standard=19 or standard=5.5.`)
      return [name, Number(whole) * 100 + Number(fraction.padEnd(2, '0'))]
    }),
  )

/** A time as a request takes it; a text with only a day gets `timeOfDay`. */
const timeOf = (text: string, timeOfDay: string): string => {
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}${timeOfDay}` : text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(at.getTime()))
    throw usage(`“${printable(text)}” is no time. Write it as a day: 2027-03-04`)
  return at.toISOString()
}

type Transmission = Reply<typeof transmissions.getClientInvoiceTransmissions>['transmissions'][number]

const show = ({ output }: Session, invoice: Invoice, handedOver: readonly Transmission[] = []) => {
  output.show(handedOver.length === 0 ? invoice : { ...invoice, transmissions: handedOver }, headerOf(invoice))
  for (const { quantity, unit, description, amountMinor } of invoice.lines)
    output.print(`  ${quantity} ${unit}  ${printableLines(description)}  ${amountOf(invoice, amountMinor)}`)
  for (const { category, rateBps, taxMinor } of invoice.taxTotals)
    output.print(`  tax ${category} ${rateBps / 100} %  ${amountOf(invoice, taxMinor)}`)
  for (const { profile, which } of invoice.electronicProfiles.filter(({ isChosen }) => isChosen))
    output.print(`  ${profile}: ${which.length === 0 ? 'can be made' : `lacks ${which.map(printable).join(', ')}`}`)
  for (const transmission of handedOver) output.print(`  ${transmissionText(transmission)}`)
}

const reaches = {
  reachable: 'The client takes invoices in the network.',
  notThere: 'The network does not know the address of the client.',
  unknown: 'Whether the client takes invoices in the network cannot be told at the moment.',
} as const

/** `atelier invoices hand-over`: hands an issued invoice over to the network, if the client is in it. */
export const handOverInvoice = async (session: Session, named: string): Promise<void> => {
  const client = await session.client()
  const params = { id: await invoiceNamed(client, named) }
  const { reach } = await client.call(transmissions.getClientInvoiceTransmissions, { params, query: { reach: true } })
  if (reach !== null) session.output.print(reaches[reach])
  const begun = await client.call(transmissions.handOverClientInvoice, { params })
  session.output.show({ ...begun, reach }, transmissionText(begun))
}

/** A document that was handed over, in one line. */
const transmissionText = ({ environment, state, answer, reason, detail, createdAt }: Transmission): string => {
  const mode = environment === 'test' ? ' (test)' : ''
  const answered = answer === null ? '' : ` ${answer}`
  const why = [reason, detail].flatMap((text) => (text === null ? [] : [printable(text)])).join(', ')
  return `Peppol${mode} · ${state}${answered} · since ${createdAt.slice(0, 16)}${why === '' ? '' : `: ${why}`}`
}
