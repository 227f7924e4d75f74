import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { removeGrant } from '../../../code/projects/index.ts'
import { removeWorkspacePortalProjectAccess } from '../contract/portals.ts'
import { validIdOr } from '../valid-id.ts'
import { grantAuditSubject } from '../share.ts'

export default handle(removeWorkspacePortalProjectAccess, async ({ tx, workspace, params, absent, ok }) => {
  const userId = validIdOr(params.userId, absent)
  const projectId = validIdOr(params.projectId, absent)
  const source = { userId, accountId: null }
  if (!(await removeGrant(tx, source, projectId))) return absent()
  revoke(tx, { userIds: [userId], workspaceId: workspace })
  return ok({ message: 'The project is not shared with this client any more.' }, grantAuditSubject(projectId, source))
})
