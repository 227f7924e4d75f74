import { handle } from '../../../../platform/handler/index.ts'
import { unlinkProjectTracker } from '../contract.ts'
import { removeTrackerLink } from '../store-trackers.ts'

export default handle(unlinkProjectTracker, async ({ tx, params, fail, ok }) => {
  const row = (await removeTrackerLink(tx, params.id)) ?? fail.notLinked()
  const { projectId, trackerId, teamKey } = row
  const subject = { resource: ['project', projectId] as const, within: { projectId } }
  return ok({ message: 'This project takes no more issues.' }, { ...subject, metadata: { trackerId, teamKey } })
})
