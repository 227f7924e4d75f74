import { Readable } from 'node:stream'
import type { Viewer } from '../../../code/projects/index.ts'
import type { ReadTransaction } from '../../../../platform/audit/index.ts'
import { csvLine } from '../../../../platform/csv/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { exportModelCalls } from '../contract.ts'
import { callsPage, usageMonths, type CallFilters, type CallRow, type Months } from '../store.ts'
import { callCost } from '../present.ts'

const rowsAtOnce = 1_000

// The row of the export is committed before its first byte leaves.
export default handle(exportModelCalls, async ({ workspace, caller, query, now, read, fail, commit }) => {
  const { from, to, ...filters } = query
  const months = await read((tx) => usageMonths(tx, { from, to }, now))
  if (months.from > months.to) return fail.reversed()
  const lines = tableOf(read, { months, viewer: caller, filters })
  return commit(async ({ ok }) =>
    ok(Readable.from(lines), {
      resource: ['workspace', workspace],
      metadata: { ...filters, from: months.from, to: months.to },
    }),
  )
})

interface ExportQuery {
  readonly months: Months
  readonly viewer: Viewer
  readonly filters: CallFilters
}

async function* tableOf(read: ReadTransaction, asked: ExportQuery): AsyncGenerator<string> {
  yield csvLine(names)
  let cursor: string | undefined
  do {
    const before = cursorOf(cursor)
    const page = await read((tx) => callsPage(tx, { ...asked, before, limit: rowsAtOnce }))
    if (page.rows.length > 0) yield page.rows.map(lineOf).join('')
    cursor = page.next
  } while (cursor !== undefined)
}

const names = [
  'sent_at',
  'person',
  'project',
  'model',
  'provider',
  'outcome',
  'code',
  'message',
  'input_tokens',
  'output_tokens',
  'cost_usd',
  'person_id',
  'project_id',
  'cycle_id',
  'call_id',
  'is_estimate',
]

const number = (value: number | null) => (value === null ? null : { decimal: String(value) })

const lineOf = (row: CallRow): string => {
  const cost = callCost(row)
  return csvLine([
    row.sentAt.toISOString(),
    row.personName,
    row.projectName,
    row.model,
    row.provider,
    row.outcome,
    row.code,
    row.message,
    number(row.inputTokens),
    number(row.outputTokens),
    cost === null ? null : { decimal: cost.toFixed(6) },
    row.personId,
    row.projectId,
    row.cycleId,
    row.id,
    row.isEstimate ? 'yes' : 'no',
  ])
}
