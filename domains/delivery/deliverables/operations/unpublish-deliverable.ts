import { handle } from '../../../../platform/handler/index.ts'
import { withdrawCycleLetters } from '../../../accounts/letters/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { unpublishDeliverable } from '../contract.ts'
import { presentDeliverable } from '../present.ts'
import { findDeliverable, lockDeliverable, withdrawDeliverable } from '../store.ts'

export default handle(unpublishDeliverable, async ({ tx, params, caller, now, absent, ok }) => {
  const { id } = (await lockDeliverable(tx, params.cycleId)) ?? absent()
  const isWithdrawn = await withdrawDeliverable(tx, id)
  await withdrawCycleLetters(tx, params.cycleId, now, 'approval')
  const row = (await findDeliverable(tx, params.cycleId)) ?? absent()
  const subject = auditSubject(row, { revision: row.submittedRevision, revisionHash: row.revisionHash })
  return ok(presentDeliverable(row, caller.role), { ...subject, ...(!isWithdrawn && { repeated: true }) })
})
