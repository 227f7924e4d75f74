import type { Caps } from '../cycles/index.ts'
import getProjectBudget from './operations/get-project-budget.ts'
import getProjectUsage from './operations/get-project-usage.ts'

export default (parts: { readonly caps: Caps }) => ({
  getProjectBudget: getProjectBudget(parts),
  getProjectUsage,
})
