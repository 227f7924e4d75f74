import { accountsOf, resultsOf, type JudgedPart, type PartAccount } from '../../../packages/verdict/index.ts'
import type { PlannedAccounts } from './plan-accounts.ts'

/** A part of a change with its account. */
export type AccountedPart = JudgedPart & PartAccount

/** The account of each part by the result of the run; without a result, parts that need a trial are unseen. */
export const judgeAccounts = (
  { parts, known: found, tried, alterations, ways, run }: PlannedAccounts,
  result: string | undefined,
  nonce: string,
): readonly AccountedPart[] => {
  const values = alterations.reduce((sum, { others }) => sum + others.length, 0)
  const results = run && resultsOf(result, tried.length + values, nonce)
  const known = found.map((one) => one ?? undefined)
  const outcomes = results?.map(({ outcome }) => outcome)
  const accounts = accountsOf({ parts, known, tried, alterations, outcomes })
  const wayOf = new Map(tried.map((part, at) => [part, results?.[at]?.way]))
  return parts.map((part, at) => {
    const tests = ways[wayOf.get(at) ?? -1]
    return { ...part, ...(tests && { tests }), ...accounts[at]! }
  })
}
