import { domain } from '../../domain.ts'
import { components } from './contract.ts'
import { type BillParts, makeBill } from './make-bill.ts'
import handlers from './handlers.ts'
import { removeBills, billsDueIn, failBill, claimDueBill, noticesOfPerson } from './store.ts'
import { inDueWorkspaces, type ScheduledContext, type Turn } from '../../../platform/jobs/index.ts'

export default domain({
  name: 'components',
  contract: components,
  handlers,
  schedules: (parts: BillParts) => [
    { name: 'bills-of-materials', everySeconds: 30, work: (context) => makeDueBills(parts, context) },
  ],
  project: () => ({ purge: removeBills }),
  person: { lists: { vulnerabilityNotices: noticesOfPerson } },
})

const triesMost = 5
const againSeconds = 120
const billsPerTurn = 50

/** Makes the bills of materials that are due. A commit that cannot be read is tried again, five times in all. */
const makeDueBills = (parts: BillParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, billsDueIn, (workspace, turn) => makeIn(parts, workspace, turn), context)

const makeIn = async (parts: BillParts, workspace: string, { signal, time, log }: Turn) => {
  for (let made = 0; made < billsPerTurn && !time.aborted; made += 1) {
    const bill = await parts.database.within(workspace, (tx) => claimDueBill(tx, { seconds: againSeconds }))
    if (!bill) return
    const isEnded = await makeBill(parts, bill, { workspace, signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      log.error({ err: error, workspace, commitSha: bill.commitSha }, 'A bill of materials could not be made')
      return false
    })
    if (isEnded || bill.tries < triesMost) continue
    await parts.database.within(workspace, (tx) => failBill(tx, bill.id))
  }
}
