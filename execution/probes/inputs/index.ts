export { judgeInputs } from './judge.ts'
export { planInputs } from './plan.ts'
