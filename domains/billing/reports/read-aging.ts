import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/access/index.ts'
import { accountNames } from '../../accounts/clients/index.ts'
import { sumOf } from '../billables/rules/amounts.ts'
import { isDay } from './rules.ts'
import { reportDay, owedOn } from './store.ts'

const rowsMost = 10_000

interface AgingQuery {
  readonly asOf: string | undefined
  readonly now: Date
  readonly caller: Pick<Caller, 'projectIds'>
}

/** The amounts owed at the end of a day, with sums that no number bounds; else the name of the refusal. */
export const readAging = async (tx: Transaction, { asOf: asked, now, caller }: AgingQuery) => {
  if (asked !== undefined && !isDay(asked)) return 'noSuchDay' as const
  const { asOf, timeZone } = await reportDay(tx, asked ?? null, now)
  // As each invoice is absent for a key that names projects.
  const owed = caller.projectIds ? [] : await owedOn(tx, asOf, rowsMost + 1)
  if (owed.length > rowsMost) return 'tooMany' as const
  const names = await accountNames(tx, [...new Set(owed.map(({ clientAccountId }) => clientAccountId))])
  const rows = owed.map(({ clientAccountId, currency, current, upTo30, upTo60, upTo90, over90 }) => {
    const ages = [current, upTo30, upTo60, upTo90, over90].map(BigInt)
    return { clientAccountId, clientName: names.get(clientAccountId)!, currency, sums: [...ages, sumOf(ages)] }
  })
  return { asOf, timeZone, rows }
}
