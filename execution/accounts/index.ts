export { accountsOf, type AccountName, type JudgedPart, type PartAccount, type UnseenReason } from './judge.ts'
export type { AccountedFile, ChangePart, PartKind } from './change.ts'
export type { AccountedChange } from './plan.ts'
export { outcomesOf, type ScriptedRun, type TestRun, type TrialBudget } from './trials/index.ts'
