import { handle } from '../../../../platform/handler/index.ts'
import { withdrawCycleLetters } from '../../../accounts/letters/index.ts'
import { endPreviewsOfCycle } from '../../../code/deployments/index.ts'
import { deleteArtifactsOf } from '../../artifacts/index.ts'
import { deleteRequestsOf } from '../../requests/index.ts'
import { deleteTasksOf } from '../../tasks/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { deleteCycle } from '../contract.ts'
import { deleteCycleRow, releaseReverted } from '../store-drafts.ts'

export default handle(deleteCycle, async ({ tx, params, caller, now, fail, ok }) => {
  const cycle = (await deleteCycleRow(tx, params.id, now, caller.userId)) ?? fail.notDeletable()
  await deleteTasksOf(tx, cycle.id, now)
  await deleteArtifactsOf(tx, cycle.id, now)
  await deleteRequestsOf(tx, cycle.id, now)
  await releaseReverted(tx, cycle.id, now)
  await withdrawCycleLetters(tx, cycle.id, now)
  await endPreviewsOfCycle(tx, cycle.id, now)
  return ok({ message: `The cycle “${cycle.title}” is deleted.` }, auditSubject(cycle, { title: cycle.title }))
})
