import { dollars } from '../../../execution/models/index.ts'
import type { BudgetWarning } from '../../agents/spending/index.ts'

type Warned = Pick<BudgetWarning, 'scopeKind' | 'level' | 'capMicros' | 'spentMicros' | 'refusedMicros'>

const titleMost = 80

/** The line of a letter about a budget. `title` is the cycle's title if the budget belongs to a cycle. */
export const warningText = (warning: Warned, title = ''): string => {
  const { scopeKind, level, capMicros, spentMicros, refusedMicros } = warning
  const letters = Array.from(title)
  const named = letters.length > titleMost ? `${letters.slice(0, titleMost - 1).join('')}…` : title
  const whose = scopeKind === 'cycle' ? `the cycle “${named}”` : `the ${scopeKind}`
  const spent = `${dollars(spentMicros)} of ${dollars(capMicros)} is spent`
  if (refusedMicros !== null)
    return `What is left of the budget of ${whose} does not cover a call of a model: ${spent}.`
  if (level === 100) return `The budget of ${whose} is used up: ${spent}.`
  return `${level} % of the budget of ${whose} is used: ${spent}.`
}
