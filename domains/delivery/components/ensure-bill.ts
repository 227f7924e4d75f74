import { makeBill, type BillParts } from './make-bill.ts'
import { findBill, noteDelivered, type CommitPlace } from './store.ts'

/**
 * Returns the bill of a delivered commit, made now if it does not exist yet. A commit that cannot be read is left to
 * the schedule.
 */
export const ensureBill = async (
  parts: BillParts,
  { projectId, ...place }: CommitPlace & { readonly projectId: string },
  { workspace, signal, now }: { readonly workspace: string; readonly signal: AbortSignal; readonly now: Date },
): Promise<void> => {
  const bill = await parts.database.within(workspace, async (tx) => {
    await noteDelivered(tx, [{ projectId, ...place }], now)
    return findBill(tx, place)
  })
  if (bill?.state !== 'pending') return
  try {
    await makeBill(parts, bill, { workspace, signal })
  } catch {
    signal.throwIfAborted()
  }
}
