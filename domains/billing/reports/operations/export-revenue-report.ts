import { Readable } from 'node:stream'
import { csvLine } from '../../../../platform/csv/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { exportRevenueReport } from '../contract.ts'
import { readRevenue } from '../read-revenue.ts'
import { amountCell } from '../amount-cell.ts'

const names = ['month', 'client', 'project', 'currency', 'issued', 'paid', 'open', 'client_account_id', 'project_id']

export default handle(exportRevenueReport, async ({ tx, workspace, caller, query, now, fail, ok }) => {
  const report = await readRevenue(tx, { query, now, caller })
  if (typeof report === 'string') return fail[report]()
  const lines = report.rows.map(({ month, clientName, projectName, currency, sums, clientAccountId, projectId }) => {
    const amounts = sums.map((sum) => amountCell(sum, currency))
    return csvLine([month, clientName, projectName, currency, ...amounts, clientAccountId, projectId])
  })
  const { from, to } = report
  return ok(Readable.from([csvLine(names), ...lines]), {
    resource: ['workspace', workspace],
    metadata: { ...query, from, to },
  })
})
