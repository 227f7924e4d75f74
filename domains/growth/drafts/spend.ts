import type { Transaction } from '../../../platform/db/transaction.ts'
import { usageOfRuns } from '../../agents/spending/index.ts'
import { spendByPlay } from '../providers/index.ts'
import { runsOfPlay } from './store.ts'

/** Look-ups are kept for so long. */
const allDays = 400

/** The cost of a play's look-ups and drafts. */
export const spendOfPlay = async (
  tx: Transaction,
  { id, growthProjectId }: { readonly id: string; readonly growthProjectId: string },
): Promise<{ readonly lookupMicros: number; readonly draftMicros: number }> => {
  const lookups = (await spendByPlay(tx, growthProjectId, allDays)).find(({ growthPlayId }) => growthPlayId === id)
  const used = await usageOfRuns(tx, { runIds: await runsOfPlay(tx, id) })
  return {
    lookupMicros: lookups?.periodMicros ?? 0,
    draftMicros: used.reduce((sum, { costMicros }) => sum + costMicros, 0),
  }
}
