import { Readable } from 'node:stream'
import { csvLine } from '../../../../platform/csv/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { exportAgingReport } from '../contract.ts'
import { readAging } from '../read-aging.ts'
import { amountCell } from '../amount-cell.ts'

const names = [
  'as_of',
  'client',
  'currency',
  'current',
  'up_to_30',
  'up_to_60',
  'up_to_90',
  'over_90',
  'total',
  'client_account_id',
]

export default handle(exportAgingReport, async ({ tx, workspace, caller, query, now, fail, ok }) => {
  const report = await readAging(tx, { asOf: query.asOf, now, caller })
  if (typeof report === 'string') return fail[report]()
  const { asOf, rows } = report
  const lines = rows.map(({ clientName, currency, sums, clientAccountId }) =>
    csvLine([asOf, clientName, currency, ...sums.map((sum) => amountCell(sum, currency)), clientAccountId]),
  )
  return ok(Readable.from([csvLine(names), ...lines]), { resource: ['workspace', workspace], metadata: { asOf } })
})
