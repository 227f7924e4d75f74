// The work of threads for in-thread.ts.
export { namesToSeek } from '../../packages/verdict/in-thread.ts'
export { planAccounts } from './accounts/plan-accounts.ts'
export { judgeInputs, planInputs } from './inputs/index.ts'
export { judgeMutants, planMutants } from './mutants/index.ts'
export { judgeReplay, planReplay } from './replay/index.ts'
