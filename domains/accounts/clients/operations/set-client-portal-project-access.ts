import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findSeat, lockClient } from '../store-seats.ts'
import { setClientPortalProjectAccess } from '../contract/portals.ts'
import { validIdOr } from '../valid-id.ts'
import { grantAuditSubject, shareProject } from '../share.ts'

export default handle(setClientPortalProjectAccess, async ({ tx, workspace, params, body, now, absent, ok }) => {
  const userId = validIdOr(params.userId, absent)
  const projectId = validIdOr(params.projectId, absent)
  await lockClient(tx, userId)
  const seat = (await findSeat(tx, params.id, userId)) ?? absent()
  const source = { userId, accountId: seat.clientAccountId }
  const shared = (await shareProject(tx, source, projectId, body.canSteer, now)) ?? absent()
  if (shared.isLess) revoke(tx, { userIds: [userId], workspaceId: workspace })
  const about = grantAuditSubject(projectId, source, body.canSteer)
  return ok(shared.access, { ...about, ...(shared.isRepeated && { repeated: true }) })
})
