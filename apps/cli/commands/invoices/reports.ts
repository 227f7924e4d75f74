import type { Readable } from 'node:stream'
import { writtenMinor } from '../../../../domains/billing/billables/rules.ts'
import { accounting } from '../../../../domains/billing/accounting/contract.ts'
import { reports } from '../../../../domains/billing/reports/contract.ts'
import type { invoiceRowKinds } from '../../../../domains/billing/reports/rules.ts'
import { defined } from '../../client/client.ts'
import { download } from '../../files/download.ts'
import { usage } from '../../failure.ts'
import { chooseProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'
import { accountNamed } from './invoices.ts'

interface AgingOptions {
  readonly asOf?: string
  readonly csv?: string | true
}
interface Period {
  readonly from?: string
  readonly to?: string
}
interface RevenueOptions extends Period {
  readonly client?: string
  readonly project?: string
  readonly csv?: string | true
}
interface ExportOptions extends Period {
  readonly rows?: (typeof invoiceRowKinds)[number]
  readonly datev?: true
  readonly euroOnly?: true
  readonly out?: string
}

/** `atelier invoices aging`: prints the debts of clients, by days overdue. */
export const showAging = async (session: Session, { asOf, csv }: AgingOptions): Promise<void> => {
  const client = await session.client()
  const query = defined({ asOf })
  if (csv !== undefined) return saveTable(session, await client.open(reports.exportAgingReport, { query }), csv)
  const report = await client.call(reports.getAgingReport, { query })
  session.output.document(report)
  if (report.rows.length === 0)
    session.output.print(`Nothing was owed on ${report.asOf} (${printable(report.timeZone)}).`)
  for (const row of report.rows) {
    const { clientName, currency, currencyDecimals, ...minor } = row
    const { currentMinor, upTo30Minor, upTo60Minor, upTo90Minor, over90Minor, totalMinor } = minor
    const ages = [currentMinor, upTo30Minor, upTo60Minor, upTo90Minor, over90Minor]
    const [current, upTo30, upTo60, upTo90, over90, total] = [...ages, totalMinor].map((one) =>
      writtenMinor(one, currencyDecimals),
    )
    const late = `1–30 days late ${upTo30} · 31–60 ${upTo60} · 61–90 ${upTo90} · over 90 ${over90}`
    session.output.print(`${printable(clientName)}: ${total} ${currency} · not due ${current} · ${late}`)
  }
}

/** `atelier invoices revenue`: prints billed amounts without tax, paid and open. */
export const showRevenue = async (session: Session, options: RevenueOptions): Promise<void> => {
  const { from, to, client: account, project, csv } = options
  const client = await session.client()
  const clientAccountId = account === undefined ? undefined : await accountNamed(client, account)
  const projectId = project === undefined ? undefined : await chooseProject(session, project)
  const query = defined({ from, to, clientAccountId, projectId })
  if (csv !== undefined) return saveTable(session, await client.open(reports.exportRevenueReport, { query }), csv)
  const report = await client.call(reports.getRevenueReport, { query })
  session.output.document(report)
  if (report.rows.length === 0)
    session.output.print(`Nothing was billed from ${report.from} to ${report.to} (${printable(report.timeZone)}).`)
  for (const row of report.rows) {
    const [issued, paid, open] = [row.issuedMinor, row.paidMinor, row.openMinor].map((minor) =>
      writtenMinor(minor, row.currencyDecimals),
    )
    const name = [row.clientName, row.projectName ?? []].flat().map(printable).join(' · ')
    session.output.print(`${row.month} ${name}: ${issued} ${row.currency} · paid ${paid} · open ${open}`)
  }
}

/** `atelier invoices export [--datev] [--out file]`: exports issued invoices, or their postings for DATEV. */
export const exportInvoices = async (session: Session, options: ExportOptions): Promise<void> => {
  const { from, to, rows, datev, euroOnly, out } = options
  if (datev && rows !== undefined) throw usage('Say --rows of a table, or --datev, which has rows of its own.')
  if (euroOnly && !datev) throw usage('--euro-only is for --datev.')
  const client = await session.client()
  if (!datev) {
    const query = defined({ from, to, rows })
    return saveTable(session, await client.open(reports.exportClientInvoices, { query }), out ?? true)
  }
  if (from === undefined || to === undefined)
    throw usage('--datev needs --from and --to: a file is of one fiscal year.')
  const query = defined({ from, to, euroOnly })
  return saveTable(session, await client.open(accounting.exportDatevBookings, { query }), out ?? true)
}

/** Writes a table to a file, or to the standard output. */
const saveTable = async (session: Session, body: Readable, out: string | true): Promise<void> => {
  session.ifInterrupted('Stopped; the table is not whole. The audit log says that it was begun.')
  const { url } = await session.client()
  await download(session, url, body, out === true ? undefined : out)
}
