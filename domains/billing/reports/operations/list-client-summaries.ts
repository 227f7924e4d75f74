import type { Static } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { shownTo } from '../../../code/projects/index.ts'
import { isRepresentable } from '../../billables/rules/amounts.ts'
import { decimalsOf } from '../../billables/rules/currencies.ts'
import { listClientSummaries, summariesMost } from '../contract.ts'
import { summariesOf, type SummaryRow } from '../store.ts'

type Summary = Static<(typeof listClientSummaries)['replies'][200]>[number]

export default handle(listClientSummaries, async ({ tx, caller, ok }) => {
  // As each invoice is absent for a key that names projects.
  const { only } = shownTo(caller)
  const rows = await summariesOf(tx, { seesMoney: !only, only: only ?? null, rows: summariesMost })
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId)
  return ok([...byAccount].map(([accountId, ofAccount]) => presentSummary(accountId, ofAccount)))
})

const presentSummary = (clientAccountId: string, rows: readonly SummaryRow[]): Summary => ({
  clientAccountId,
  money: rows.flatMap(presentMoney),
  lastDelivery: presentDelivery(rows[0]!),
})

/** A sum that no number represents is left out. */
const presentMoney = ({ currency, open, paid }: SummaryRow) =>
  currency === null || open === null || paid === null || ![open, paid].every((sum) => isRepresentable(BigInt(sum)))
    ? []
    : { currency, currencyDecimals: decimalsOf(currency), openMinor: Number(open), paidMinor: Number(paid) }

const presentDelivery = ({ projectId, cycleId, title, deliveredAt }: SummaryRow): Summary['lastDelivery'] =>
  projectId === null || cycleId === null || title === null || deliveredAt === null
    ? null
    : { projectId, cycleId, title, deliveredAt }
