import type { Static } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { shownTo } from '../../../code/projects/index.ts'
import { isRepresentable } from '../../billables/rules/amounts.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import { listClientStandings, standingsMost } from '../contract.ts'
import { standingsOf, type StandingRow } from '../store.ts'

type Standing = Static<(typeof listClientStandings)['replies'][200]>[number]

export default handle(listClientStandings, async ({ tx, caller, ok }) => {
  // As each invoice is absent for a key that names projects.
  const { only } = shownTo(caller)
  const rows = await standingsOf(tx, { seesMoney: !only, only: only ?? null, rows: standingsMost })
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId)
  return ok([...byAccount].map(([accountId, ofAccount]) => presentStanding(accountId, ofAccount)))
})

const presentStanding = (clientAccountId: string, rows: readonly StandingRow[]): Standing => ({
  clientAccountId,
  money: rows.flatMap(presentMoney),
  lastDelivery: presentDelivery(rows[0]!),
})

/** A sum that no number represents is left out. */
const presentMoney = ({ currency, open, paid }: StandingRow) =>
  currency === null || open === null || paid === null || ![open, paid].every((sum) => isRepresentable(BigInt(sum)))
    ? []
    : { currency, currencyDecimals: decimalsOf(currency), openMinor: Number(open), paidMinor: Number(paid) }

const presentDelivery = ({ projectId, cycleId, title, deliveredAt }: StandingRow): Standing['lastDelivery'] =>
  projectId === null || cycleId === null || title === null || deliveredAt === null
    ? null
    : { projectId, cycleId, title, deliveredAt }
