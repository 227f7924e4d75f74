import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { removeClientAccountProject } from '../contract/accounts.ts'
import { leaveAccount } from '../../../code/projects/index.ts'

export default handle(removeClientAccountProject, async ({ tx, workspace, params, absent, ok }) => {
  const { id: accountId } = params
  const { project, userIds } = (await leaveAccount(tx, params.projectId, accountId)) ?? absent()
  if (userIds.length > 0) revoke(tx, { userIds, workspaceId: workspace })
  return ok(
    { message: `${project.name} belongs to no client account now.` },
    {
      resource: ['client_account', accountId],
      metadata: { projectId: project.id, grants: userIds.length },
      within: { projectId: project.id },
    },
  )
})
