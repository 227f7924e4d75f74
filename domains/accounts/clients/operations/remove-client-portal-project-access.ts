import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { removeGrant } from '../../../code/projects/index.ts'
import { removeClientPortalProjectAccess } from '../contract/portals.ts'
import { validIdOr } from '../valid-id.ts'
import { grantAuditSubject } from '../share.ts'

export default handle(removeClientPortalProjectAccess, async ({ tx, workspace, params, absent, ok }) => {
  const userId = validIdOr(params.userId, absent)
  const projectId = validIdOr(params.projectId, absent)
  const source = { userId, accountId: params.id }
  if (!(await removeGrant(tx, source, projectId))) return absent()
  revoke(tx, { userIds: [userId], workspaceId: workspace })
  return ok({ message: 'This seat does not reach the project any more.' }, grantAuditSubject(projectId, source))
})
