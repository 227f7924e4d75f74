import { handle } from '../../../../platform/handler/index.ts'
import { draftedMost, listDraftedBillables } from '../contract.ts'
import { draftedBillables } from '../store-drafted.ts'

export default handle(listDraftedBillables, async ({ tx, caller, query, ok }) => {
  // As each invoice is absent for a key that names projects.
  if (caller.projectIds) return ok({ rows: [], isCut: false })
  const rows = await draftedBillables(tx, query.clientAccountId ?? null, draftedMost + 1)
  return ok({ rows: rows.slice(0, draftedMost), isCut: rows.length > draftedMost })
})
