import type { Static } from '../../../platform/contract/schema.ts'
import type { UpdateWorkspaceBudget } from './contract/budgets.ts'

/** Caps in micro-dollars, as a workspace says them; null for nothing said. */
interface Caps {
  readonly costCapMicros: number | null
  readonly projectCostCapMicros: number | null
  readonly cycleCostCapMicros: number | null
  readonly maxRevisions: number | null
}

const after = (before: number | null, usd: number | null | undefined): number | null =>
  usd === undefined ? before : usd === null ? null : Math.round(usd * 1_000_000)

/** What a workspace says after a change: what is left out stays, null takes it away. */
export const capsAfter = (before: Caps, change: Static<typeof UpdateWorkspaceBudget>): Caps => ({
  costCapMicros: after(before.costCapMicros, change.costCapUsd),
  projectCostCapMicros: after(before.projectCostCapMicros, change.projectCostCapUsd),
  cycleCostCapMicros: after(before.cycleCostCapMicros, change.cycleCostCapUsd),
  maxRevisions: change.maxRevisions === undefined ? before.maxRevisions : change.maxRevisions,
})

interface Warned {
  readonly scopeKind: 'cycle' | 'project' | 'workspace'
  readonly level: number
  readonly capMicros: number
  readonly spentMicros: number
  readonly refusedMicros: number | null
}

// Two digits behind the point, and as many more as there are.
const dollars = (micros: number) => `$${(micros / 1_000_000).toFixed(6).replace(/0{1,4}$/, '')}`
const titleMost = 80

/** The line of a letter about a budget. `title` is that of the cycle, where it is one's. */
export const warningText = (warning: Warned, title = ''): string => {
  const { scopeKind, level, capMicros, spentMicros, refusedMicros } = warning
  const letters = Array.from(title)
  const named = letters.length > titleMost ? `${letters.slice(0, titleMost - 1).join('')}…` : title
  const whose = scopeKind === 'cycle' ? `the cycle “${named}”` : `the ${scopeKind}`
  const spent = `${dollars(spentMicros)} of ${dollars(capMicros)} are spent`
  if (refusedMicros !== null)
    return `What is left of the budget of ${whose} does not cover a call of a model: ${spent}.`
  if (level === 100) return `The budget of ${whose} is used up: ${spent}.`
  return `${level} % of the budget of ${whose} are used: ${spent}.`
}
