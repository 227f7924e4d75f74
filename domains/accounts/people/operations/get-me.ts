import { closedPlaces } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { getMe } from '../contract/me.ts'
import { ownMemberships } from '../../workspaces/index.ts'
import { sessionDetailsOf } from '../store-me.ts'

export default handle(getMe, async ({ tx, caller, ok }) => {
  const { userId: id, credentialId, person } = caller
  const { name, email, isVerified } = person!
  const [places, closed, { activeWorkspaceId, passkeys }] = await Promise.all([
    ownMemberships(tx, id),
    closedPlaces(tx, credentialId),
    sessionDetailsOf(tx, credentialId, id),
  ])
  const workspaces = places.map((place) => ({ ...place, isClosed: closed.includes(place.id) }))
  return ok({ id, name, email, emailVerified: isVerified, activeWorkspaceId, workspaces, passkeys })
})
