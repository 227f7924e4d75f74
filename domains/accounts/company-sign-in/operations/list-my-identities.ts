import { closedPlaces } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listMyIdentities } from '../contract.ts'
import { ownIdentities } from '../store-identities.ts'

export default handle(listMyIdentities, async ({ tx, caller, ok }) => {
  const [identities, closed] = await Promise.all([
    ownIdentities(tx, caller.userId),
    closedPlaces(tx, caller.credentialId),
  ])
  return ok(identities.map((one) => ({ ...one, isOpen: !closed.includes(one.workspaceId) })))
})
