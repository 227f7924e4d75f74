export { judgeReplay } from './judge.ts'
export { planReplay } from './plan.ts'
