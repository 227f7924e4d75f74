import { handle } from '../../../../platform/handler/index.ts'
import { deleteTracker } from '../contract.ts'
import { trackerAuditSubject } from '../present.ts'
import { findTracker, lockTrackers, projectsOfTracker, removeTracker } from '../store-trackers.ts'

export default handle(deleteTracker, async ({ tx, params, fail, absent, ok }) => {
  await lockTrackers(tx)
  const row = (await findTracker(tx, params.id)) ?? absent()
  if ((await projectsOfTracker(tx, row.id)).length > 0) return fail.inUse()
  await removeTracker(tx, row.id)
  return ok({ deleted: true }, trackerAuditSubject(row))
})
