import { accounting } from '../../../../domains/billing/accounting/contract.ts'
import { defined, type Reply } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'
import { accountNamed } from './invoices.ts'

interface AccountingOptions {
  readonly client?: string
  readonly debtor?: string
  readonly consultant?: string
  readonly number?: string
  readonly yearStarts?: string
  readonly digits?: string
  readonly chart?: '03' | '04' | 'none'
  readonly account?: readonly string[]
}

/** `atelier invoices accounting`: prints or sets how invoices are posted, for the workspace or a client account. */
export const postInvoices = (session: Session, options: AccountingOptions): Promise<void> => {
  const { client, debtor } = options
  if (client !== undefined) return ofClient(session, client, debtor)
  if (debtor !== undefined) throw usage('Say with --client whose account --debtor is.')
  return ofWorkspace(session, options)
}

const ofClient = async ({ client, output }: Session, named: string, debtor: string | undefined) => {
  const at = await client()
  const params = { clientAccountId: await accountNamed(at, named) }
  const body = { debtorAccount: debtor === undefined || debtor === 'none' ? null : debtor }
  const settings =
    debtor === undefined
      ? await at.call(accounting.getClientAccounting, { params })
      : await at.call(accounting.saveClientAccounting, { params, body })
  const { debtorAccount } = settings
  output.show(settings, debtorAccount === null ? 'It has no debtor account.' : `Debtor account ${debtorAccount}`)
}

const ofWorkspace = async ({ client, output }: Session, options: AccountingOptions) => {
  const named = (options.account ?? []).map(accountOf)
  const at = await client()
  const { updatedAt: _, ...before } = await at.call(accounting.getAccountingSettings)
  const change = changeOf(options)
  const taxAccounts = withAccounts(before.taxAccounts, named)
  const isChange = Object.keys(change).length + named.length > 0
  const settings = isChange
    ? await at.call(accounting.saveAccountingSettings, { body: { ...before, ...change, taxAccounts } })
    : before
  output.document(settings)
  const { consultantNumber, clientNumber, fiscalYearStartMonth, accountLength, chart } = settings
  output.print(`Consultant ${consultantNumber ?? 'not said'} · client ${clientNumber ?? 'not said'}`)
  const skr = chart === null ? '' : ` · SKR ${chart}`
  output.print(
    `Fiscal years begin with month ${fiscalYearStartMonth} · ledger accounts have ${accountLength} digits${skr}`,
  )
  for (const { taxClass, revenueAccount, taxKey } of settings.taxAccounts)
    output.print(`${printable(taxClass)}: ${revenueAccount}${taxKey === null ? '' : ` with tax key ${taxKey}`}`)
}

const numberIn = (option: string, text: string | undefined) => {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw usage(`“${printable(text)}” is no number for ${option}.`)
}

const changeOf = ({ consultant, number, yearStarts, digits, chart }: AccountingOptions) =>
  defined({
    consultantNumber: numberIn('--consultant', consultant),
    clientNumber: numberIn('--number', number),
    fiscalYearStartMonth: numberIn('--year-starts', yearStarts),
    accountLength: numberIn('--digits', digits),
    chart: chart === 'none' ? null : chart,
  })

type TaxAccount = Reply<typeof accounting.getAccountingSettings>['taxAccounts'][number]

const accountOf = (given: string): TaxAccount => {
  const [, taxClass, revenueAccount, taxKey = null] = /^(.+)=(\d{4,8})(?::(\d{1,4}))?$/.exec(given) ?? []
  if (taxClass === undefined || revenueAccount === undefined)
    throw usage(`“${printable(given)}” names no account. Write it as --account standard=8400, or reduced=8300:2.`)
  return { taxClass, revenueAccount, taxKey }
}

/** A named account replaces the account of its class. */
const withAccounts = (before: readonly TaxAccount[], named: readonly TaxAccount[]): TaxAccount[] => [
  ...new Map([...before, ...named].map((one) => [one.taxClass, one])).values(),
]
