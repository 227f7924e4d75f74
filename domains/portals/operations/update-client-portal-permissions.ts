import { handle } from '../../../platform/contract/index.ts'
import { permitSeat } from '../../clients/index.ts'
import { updateClientPortalPermissions } from '../contract.ts'
import { knownId } from '../known-id.ts'
import { presentMember } from '../present.ts'
import { findSeatHolder } from '../store-people.ts'

export default handle(updateClientPortalPermissions, async ({ tx, params, body, absent, ok }) => {
  const userId = knownId(params.userId, absent)
  const { canCreateProjects } = (await permitSeat(tx, params.id, userId, body.canCreateProjects)) ?? absent()
  const holder = (await findSeatHolder(tx, params.id, userId)) ?? absent()
  return ok(presentMember(holder), {
    resource: ['seat', userId],
    parent: ['client_account', params.id],
    metadata: { userId, canCreateProjects },
  })
})
