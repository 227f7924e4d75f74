export { judgeAccounts, type AccountedPart } from './judge-accounts.ts'
export type { PlannedAccounts, TestsOfChange } from './plan-accounts.ts'
