import { clients } from '../../../domains/accounts/clients/contract/accounts.ts'
import { writtenMinor } from '../../../domains/billing/billables/rules/written.ts'
import { reports } from '../../../domains/billing/reports/contract.ts'
import { download } from '../download.ts'
import type { Session } from '../session.ts'
import { printable, sizeText } from '../terminal/text.ts'

export interface AgingOptions {
  readonly asOf?: string
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
  const names = new Map<string, string>()
  for (const archived of [false, true])
    for await (const { id, name } of client.every(clients.listClientAccounts, { query: { archived } }))
      names.set(id, name)
  for (const row of report.rows) {
    const { clientAccountId, currency, currencyDecimals, ...minor } = row
    const { currentMinor, upTo30Minor, upTo60Minor, upTo90Minor, over90Minor, totalMinor } = minor
    const ages = [currentMinor, upTo30Minor, upTo60Minor, upTo90Minor, over90Minor]
    const [current, upTo30, upTo60, upTo90, over90, total] = [...ages, totalMinor].map((one) =>
      writtenMinor(one, currencyDecimals),
    )
    const name = printable(names.get(clientAccountId) ?? clientAccountId)
    const late = `1–30 days late ${upTo30} · 31–60 ${upTo60} · 61–90 ${upTo90} · over 90 ${over90}`
    session.output.print(`${name}: ${total} ${currency} · not due ${current} · ${late}`)
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
