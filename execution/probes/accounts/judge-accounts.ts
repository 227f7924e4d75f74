import { accountsOf, outcomesOf, type JudgedPart, type PartAccount } from '../../../packages/verdict/index.ts'
import type { PlannedAccounts } from './plan-accounts.ts'

/** A part of a change with its account. */
export type AccountedPart = JudgedPart & PartAccount

/** The account of each part by the result of the run; undefined without one. */
export const judgeAccounts = (
  { parts, known, tried, alterations, run }: PlannedAccounts,
  result: string | undefined,
  nonce: string,
): readonly AccountedPart[] => {
  const values = alterations.reduce((sum, { others }) => sum + others.length, 0)
  const outcomes = run && outcomesOf(result, tried.length + values, nonce)
  const accounts = accountsOf({ parts, known: known.map((one) => one ?? undefined), tried, alterations, outcomes })
  return parts.map((part, at) => ({ ...part, ...accounts[at]! }))
}
