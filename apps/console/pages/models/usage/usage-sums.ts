import type { getModelUsage } from '../../../../../domains/delivery/budgets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

export type UsageRow = Reply<typeof getModelUsage>['rows'][number]

export const dimensions = ['project', 'person', 'model'] as const
export type Dimension = (typeof dimensions)[number]

const summed = ['calls', 'refusedCalls', 'unpricedCalls', 'inputTokens', 'outputTokens', 'costUsd'] as const

export interface UsageSum extends Pick<UsageRow, (typeof summed)[number]> {
  /** The first row of the sum, which has the name of all rows. */
  readonly of: UsageRow
}

const keyOf: Readonly<Record<Dimension, (row: UsageRow) => string | null>> = {
  project: ({ projectId }) => projectId,
  person: ({ personId }) => personId,
  model: ({ model }) => model,
}

/** The sum of rows, at least one. */
export const sumOf = (rows: readonly UsageRow[]): UsageSum => {
  const total = (name: (typeof summed)[number]) => rows.reduce((sum, row) => sum + row[name], 0)
  const sums = Object.fromEntries(summed.map((name) => [name, total(name)])) as Record<(typeof summed)[number], number>
  return { of: rows[0]!, ...sums }
}

/** The sums by project, person or model, most expensive first. */
export const sumsBy = (dimension: Dimension, rows: readonly UsageRow[]): UsageSum[] =>
  [...Map.groupBy(rows, keyOf[dimension]).values()]
    .map(sumOf)
    .toSorted((a, b) => b.costUsd - a.costUsd || b.calls - a.calls)
