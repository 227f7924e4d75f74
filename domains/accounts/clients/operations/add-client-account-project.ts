import { handle } from '../../../../platform/handler/index.ts'
import { addClientAccountProject } from '../contract/accounts.ts'
import { presentAccountProject } from '../present-account.ts'
import { joinAccount } from '../../../code/projects/index.ts'
import { holdAccount } from '../store-accounts.ts'

export default handle(addClientAccountProject, async ({ tx, params, fail, absent, ok }) => {
  const account = (await holdAccount(tx, params.id)) ?? fail.accountArchived()
  const joined = (await joinAccount(tx, params.projectId, account.id)) ?? absent()
  if (joined === 'ofAnotherAccount') return fail.ofAnotherAccount()
  const { project, isRepeated: repeated } = joined
  return ok(presentAccountProject(project), {
    resource: ['client_account', account.id],
    metadata: { projectId: project.id },
    within: { projectId: project.id },
    ...(repeated && { repeated }),
  })
})
