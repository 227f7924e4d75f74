import type { EveryDomain } from '../../every-domain.ts'
import type { InstanceCaps } from '../../code/projects/rules/caps.ts'
import exportModelCalls from './operations/export-model-calls.ts'
import getCycleBudget from './operations/get-cycle-budget.ts'
import getDailyModelUsage from './operations/get-daily-model-usage.ts'
import getModelUsage from './operations/get-model-usage.ts'
import getProjectBudget from './operations/get-project-budget.ts'
import getProjectUsage from './operations/get-project-usage.ts'
import getWorkspaceBudget from './operations/get-workspace-budget.ts'
import listModelCalls from './operations/list-model-calls.ts'
import updateCycleBudget from './operations/update-cycle-budget.ts'
import updateWorkspaceBudget from './operations/update-workspace-budget.ts'

interface Parts {
  readonly caps: InstanceCaps
  readonly everyDomain: EveryDomain
}

export default (parts: Parts) => ({
  getProjectBudget: getProjectBudget(parts),
  getProjectUsage,
  getModelUsage,
  getDailyModelUsage,
  listModelCalls,
  exportModelCalls,
  getWorkspaceBudget: getWorkspaceBudget(parts),
  updateWorkspaceBudget: updateWorkspaceBudget(parts),
  getCycleBudget: getCycleBudget(parts),
  updateCycleBudget: updateCycleBudget(parts),
})
