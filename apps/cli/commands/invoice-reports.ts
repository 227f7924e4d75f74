import { writtenMinor } from '../../../domains/billing/billables/rules/written.ts'
import { reports } from '../../../domains/billing/reports/contract.ts'
import { download } from '../download.ts'
import { chooseProject } from '../project.ts'
import type { Session } from '../session.ts'
import { printable, sizeText } from '../terminal/text.ts'
import { accountNamed } from './invoices.ts'

export interface AgingOptions {
  readonly asOf?: string
}
export interface RevenueOptions {
  readonly from?: string
  readonly to?: string
  readonly client?: string
  readonly project?: string
}
export interface ExportOptions {
  readonly from?: string
  readonly to?: string
  readonly out?: string
}

/** `atelier invoices aging`: what clients owe, by how long it is overdue. */
export const showAging = async (session: Session, { asOf }: AgingOptions): Promise<void> => {
  const client = await session.client()
  const report = await client.call(reports.getAgingReport, { query: asOf === undefined ? {} : { asOf } })
  session.output.document(report)
  if (report.rows.length === 0) {
    session.output.print(`Nothing was owed on ${report.asOf} (${printable(report.timeZone)}).`)
    return
  }
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

/** `atelier invoices revenue`: what was billed without tax, paid and open. */
export const showRevenue = async (session: Session, options: RevenueOptions): Promise<void> => {
  const { from, to, client: account, project } = options
  const client = await session.client()
  const clientAccountId = account === undefined ? undefined : await accountNamed(client, account)
  const projectId = project === undefined ? undefined : await chooseProject(session, project)
  const asked = { from, to, clientAccountId, projectId }
  const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
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

/** `atelier invoices export [--out file]`: issued invoices as a table. */
export const exportInvoices = async (session: Session, { from, to, out }: ExportOptions): Promise<void> => {
  session.ifInterrupted('Stopped; the table is not whole. The audit log says that it was begun.')
  const client = await session.client()
  const query = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  const body = await client.open(reports.exportClientInvoices, { query })
  const written = await download(session, client.url, body, out)
  if (!written) return
  session.output.print(`Wrote ${written.file} (${sizeText(written.sizeBytes)}).`)
  session.output.document(written)
}
