import { handle } from '../../../platform/contract/index.ts'
import { overridePermission } from '../../clients/index.ts'
import { updateWorkspacePortalClient } from '../contract.ts'
import { knownId } from '../known-id.ts'
import { presentClient } from '../present.ts'
import { findDefaults } from '../store.ts'
import { findPortalPerson } from '../store-people.ts'

export default handle(updateWorkspacePortalClient, async ({ tx, params, body, absent, ok }) => {
  const userId = knownId(params.userId, absent)
  if (!(await overridePermission(tx, userId, body.canCreateProjects))) return absent()
  const person = (await findPortalPerson(tx, userId)) ?? absent()
  const { canCreateProjects } = await findDefaults(tx)
  return ok(presentClient(person, canCreateProjects), {
    resource: ['portal_client', userId],
    metadata: { userId, canCreateProjects: body.canCreateProjects },
  })
})
