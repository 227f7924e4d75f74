import { handle } from '../../../../platform/handler/index.ts'
import { accountNames } from '../../../accounts/clients/index.ts'
import { isRepresentable, sumOf } from '../../billables/rules/amounts.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import { getAgingReport } from '../contract.ts'
import { isDay } from '../rules.ts'
import { dayHere, owedOn } from '../store.ts'

const rowsMost = 10_000

export default handle(getAgingReport, async ({ tx, caller, query, now, fail, ok }) => {
  if (query.asOf !== undefined && !isDay(query.asOf)) return fail.noSuchDay()
  const { asOf, timeZone } = await dayHere(tx, query.asOf ?? null, now)
  // As each invoice is absent for a key that names projects.
  const owed = caller.projectIds ? [] : await owedOn(tx, asOf, rowsMost + 1)
  if (owed.length > rowsMost) return fail.tooMany()
  const names = await accountNames(tx, [...new Set(owed.map(({ clientAccountId }) => clientAccountId))])
  const rows = owed.map(({ clientAccountId, currency, ...byAge }) => {
    const { current, upTo30, upTo60, upTo90, over90 } = byAge
    const sums = [current, upTo30, upTo60, upTo90, over90].map(BigInt)
    const all = [...sums, sumOf(sums)]
    if (!all.every(isRepresentable)) return fail.tooLarge()
    const [currentMinor, upTo30Minor, upTo60Minor, upTo90Minor, over90Minor, totalMinor] = all.map(Number)
    return {
      ...{
        clientAccountId,
        clientName: names.get(clientAccountId)!,
        currency,
        currencyDecimals: decimalsOf(currency),
        currentMinor: currentMinor!,
      },
      ...{ upTo30Minor: upTo30Minor!, upTo60Minor: upTo60Minor!, upTo90Minor: upTo90Minor! },
      ...{ over90Minor: over90Minor!, totalMinor: totalMinor! },
    }
  })
  return ok({ asOf, timeZone, rows })
})
