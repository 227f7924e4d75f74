import { handle } from '../../../../platform/handler/index.ts'
import { addClientAccountProject } from '../contract/accounts.ts'
import { presentAccountProject } from '../present-account.ts'
import { lockProjectWithAccount, assignProjectToAccount } from '../../../code/projects/index.ts'
import { holdAccount } from '../store-accounts.ts'

export default handle(addClientAccountProject, async ({ tx, params, fail, absent, ok }) => {
  const account = (await holdAccount(tx, params.id)) ?? fail.accountArchived()
  const project = (await lockProjectWithAccount(tx, params.projectId)) ?? absent()
  const repeated = project.clientAccountId === account.id
  if (project.clientAccountId && !repeated) return fail.ofAnotherAccount()
  if (!repeated) await assignProjectToAccount(tx, project.id, account.id)
  return ok(presentAccountProject(project), {
    resource: ['client_account', account.id],
    metadata: { projectId: project.id },
    within: { projectId: project.id },
    ...(repeated && { repeated }),
  })
})
