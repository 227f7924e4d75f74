export { applyProjectCap } from './apply-project-cap.ts'
export {
  type Budget,
  type CallIdentity,
  instanceScope,
  type Payer,
  type RunPayer,
  type Scope,
  type ScopeKind,
} from './budget.ts'
export { inDatabase } from './database-failure.ts'
export { modelCallsWhere } from './joins.ts'
export { type CallJudge, openLedger, openStepLedger, type PayerLedger } from './ledger.ts'
export { applyCap, applyCaps, type Cap, findBudget } from './store-budgets.ts'
export { releaseReservations, settleCall } from './store-calls.ts'
export { refusedCalls } from './store-refused.ts'
export { costOfSteps } from './store-step-costs.ts'
export { stepCost } from './store-step-use.ts'
export { type RunUsage, usageOfRuns } from './store-usage.ts'
export { type BudgetWarning, takeWarnings, warningsDueIn } from './store-warnings.ts'
