export { judgeAccounts, type AccountedPart } from './judge-accounts.ts'
export type { EarlierAccount, PlannedAccounts, TestsOfChange } from './plan-accounts.ts'
