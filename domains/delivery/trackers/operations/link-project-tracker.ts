import { handle } from '../../../../platform/handler/index.ts'
import { isConnectedToHost } from '../../../code/code-hosts/index.ts'
import { linkProjectTracker } from '../contract.ts'
import { presentLink } from '../present.ts'
import { findTracker, lockTrackers, putTrackerLink } from '../store-trackers.ts'

const noTeam = { path: 'teamKey', message: 'is required for Linear', rule: 'required' }
const noTracker = { path: 'trackerId', message: 'is no tracker of this workspace', rule: 'exists' }

export default handle(linkProjectTracker, async ({ tx, params, body, caller, now, fail, invalid, ok }) => {
  const projectId = params.id
  const { source, trackerId, teamKey } = body
  await lockTrackers(tx)
  const by = { projectId, now, userId: caller.userId }
  if (source === 'code_host' && !(await isConnectedToHost(tx, projectId))) return fail.notConnected()
  if (source === 'linear') {
    if (teamKey === undefined) return invalid([noTeam])
    if (trackerId === undefined || !(await findTracker(tx, trackerId))) return invalid([noTracker])
  }
  const row =
    source === 'linear'
      ? await putTrackerLink(tx, { ...by, trackerId: trackerId!, teamKey: teamKey!, lookAt: null })
      : await putTrackerLink(tx, { ...by, trackerId: null, teamKey: null, lookAt: now })
  if (!row) return fail.teamTaken()
  const subject = { resource: ['project', projectId] as const, within: { projectId } }
  return ok(presentLink(row), { ...subject, metadata: { source, trackerId: row.trackerId, teamKey: row.teamKey } })
})
