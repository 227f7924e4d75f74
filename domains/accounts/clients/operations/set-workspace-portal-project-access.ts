import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { admitPortalClient, lockClient } from '../store-seats.ts'
import { setWorkspacePortalProjectAccess } from '../contract/portals.ts'
import { validIdOr } from '../valid-id.ts'
import { findPortalPerson } from '../store-people.ts'
import { grantAuditSubject, shareProject } from '../share.ts'

export default handle(setWorkspacePortalProjectAccess, async ({ tx, workspace, params, body, now, absent, ok }) => {
  const userId = validIdOr(params.userId, absent)
  const projectId = validIdOr(params.projectId, absent)
  await lockClient(tx, userId)
  const person = (await findPortalPerson(tx, userId)) ?? absent()
  // Sharing on the agency's behalf makes a client with only a seat a client of the agency.
  if (!person.isPortalClient) await admitPortalClient(tx, { userId, canCreateProjects: null, createdAt: now })
  const source = { userId, accountId: null }
  const shared = (await shareProject(tx, source, projectId, body.canSteer, now)) ?? absent()
  if (shared.isLess) revoke(tx, { userIds: [userId], workspaceId: workspace })
  const about = grantAuditSubject(projectId, source, body.canSteer)
  return ok(shared.access, { ...about, ...(shared.isRepeated && { repeated: true }) })
})
