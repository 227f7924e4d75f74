export { intentOf } from './intent.ts'
export { judgeInputs } from './judge.ts'
export { planInputs } from './plan.ts'
