export { judgeMutants } from './judge.ts'
export { planMutants } from './plan.ts'
