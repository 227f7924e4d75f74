import type { getModelUsage } from '../../../../../domains/delivery/budgets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

export type UsageRow = Reply<typeof getModelUsage>['rows'][number]

export const dimensions = ['project', 'person', 'model'] as const
export type Dimension = (typeof dimensions)[number]

export interface UsageSum {
  /** The first row of the sum: its name is that of all. */
  readonly of: UsageRow
  readonly calls: number
  readonly refusedCalls: number
  readonly unpricedCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costUsd: number
}

const keyOf: Readonly<Record<Dimension, (row: UsageRow) => string | null>> = {
  project: ({ projectId }) => projectId,
  person: ({ personId }) => personId,
  model: ({ model }) => model,
}

const total = (rows: readonly UsageRow[], of: (row: UsageRow) => number) => rows.reduce((sum, row) => sum + of(row), 0)

/** The sum of rows, at least one. */
export const sumOf = (rows: readonly UsageRow[]): UsageSum => ({
  of: rows[0]!,
  calls: total(rows, ({ calls }) => calls),
  refusedCalls: total(rows, ({ refusedCalls }) => refusedCalls),
  unpricedCalls: total(rows, ({ unpricedCalls }) => unpricedCalls),
  inputTokens: total(rows, ({ inputTokens }) => inputTokens),
  outputTokens: total(rows, ({ outputTokens }) => outputTokens),
  costUsd: total(rows, ({ costUsd }) => costUsd),
})

/** The sums by project, person or model, most expensive first. */
export const sumsBy = (dimension: Dimension, rows: readonly UsageRow[]): UsageSum[] =>
  [...Map.groupBy(rows, keyOf[dimension]).values()]
    .map(sumOf)
    .toSorted((a, b) => b.costUsd - a.costUsd || b.calls - a.calls)
