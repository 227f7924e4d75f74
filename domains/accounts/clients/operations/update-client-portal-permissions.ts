import { handle } from '../../../../platform/handler/index.ts'
import { permitSeat } from '../store-seats.ts'
import { updateClientPortalPermissions } from '../contract/portals.ts'
import { validIdOr } from '../valid-id.ts'
import { presentMember } from '../present-portal.ts'
import { findSeatHolder } from '../store-people.ts'

export default handle(updateClientPortalPermissions, async ({ tx, params, body, absent, ok }) => {
  const userId = validIdOr(params.userId, absent)
  const { canCreateProjects } = (await permitSeat(tx, params.id, userId, body.canCreateProjects)) ?? absent()
  const holder = (await findSeatHolder(tx, params.id, userId)) ?? absent()
  return ok(presentMember(holder), {
    resource: ['seat', userId],
    parent: ['client_account', params.id],
    metadata: { userId, canCreateProjects },
  })
})
