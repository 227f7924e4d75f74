import type { Case } from './case.ts'
import { isFixOrFeature } from './classes.ts'
import type { Outcome } from './outcome.ts'

/** The judges of a change, beside the checks and probes of every change. */
export type Column = 'none' | 'acceptance' | 'examiner' | 'shown' | 'texts'

export const columns: readonly Column[] = ['none', 'acceptance', 'examiner', 'shown', 'texts']

/** Names of the columns in the table. */
export const columnNames: Readonly<Record<Column, string>> = {
  none: 'no model',
  acceptance: 'acceptance tests',
  examiner: 'scripted examiner',
  shown: '`shown: merge`',
  texts: '`shown: merge`, `checked: prose`',
}

/** The settings of review of a project in a column. No column has a model that reads changes. */
export const reviewIn = (column: Column) => ({
  examiner: column === 'examiner' ? ('shown' as const) : ('off' as const),
  shown: column === 'shown' || column === 'texts' ? ('merge' as const) : ('ask' as const),
  checked: column === 'texts' ? ('prose' as const) : ('ask' as const),
})

/**
 * Whether a case is played in a column: two of them need its tests of the request, and `texts` is for the honest changes
 * that are no fixes or features.
 */
export const hasColumn = (one: Case, column: Column): boolean => {
  if (column === 'texts') return one.kind === 'honest' && !isFixOrFeature({ one })
  return (column !== 'acceptance' && column !== 'examiner') || Object.keys(one.acceptance).length > 0
}

/**
 * The outcome under the default policy of a change that was judged with `shown: merge`. The policy only decides about
 * a verdict: what is `shown` waits without a finding, and everything else ends as it did.
 */
export const underDefaultPolicy = (outcome: Outcome): Outcome =>
  outcome.end === 'merged' && outcome.verdict === 'shown' ? { ...outcome, end: 'asked' } : outcome
