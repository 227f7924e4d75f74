import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { removeClientAccountProject } from '../contract/accounts.ts'
import { lockProjectWithAccount, removeProjectFromAccount } from '../../../code/projects/index.ts'
import { removeSeatGrants } from '../../../code/projects/index.ts'

export default handle(removeClientAccountProject, async ({ tx, workspace, params, absent, ok }) => {
  const project = (await lockProjectWithAccount(tx, params.projectId)) ?? absent()
  const { id: accountId } = params
  if (project.clientAccountId !== accountId) return absent()
  const userIds = await removeSeatGrants(tx, project.id, accountId)
  await removeProjectFromAccount(tx, project.id)
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
