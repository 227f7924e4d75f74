// The work of threads for in-thread.ts.
export { namesToSeek } from '../../packages/verdict/in-thread.ts'
export { planAccounts } from './accounts/plan-accounts.ts'
export { judgeInputs } from './inputs/judge.ts'
export { planInputs } from './inputs/plan.ts'
export { judgeMutants } from './mutants/judge.ts'
export { planMutants } from './mutants/plan.ts'
export { judgeReplay } from './replay/judge.ts'
export { planReplay } from './replay/plan.ts'
