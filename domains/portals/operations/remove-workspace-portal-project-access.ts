import { revoke } from '../../../platform/access/index.ts'
import { handle } from '../../../platform/contract/index.ts'
import { removeGrant } from '../../clients/index.ts'
import { removeWorkspacePortalProjectAccess } from '../contract.ts'
import { knownId } from '../known-id.ts'
import { aboutGrant } from '../share.ts'

export default handle(removeWorkspacePortalProjectAccess, async ({ tx, workspace, params, absent, ok }) => {
  const [userId, projectId] = [knownId(params.userId, absent), knownId(params.projectId, absent)]
  const place = { userId, accountId: null }
  if (!(await removeGrant(tx, place, projectId))) return absent()
  revoke(tx, { userIds: [userId], workspaceId: workspace })
  return ok({ message: 'The project is not shared with this client any more.' }, aboutGrant(projectId, place))
})
