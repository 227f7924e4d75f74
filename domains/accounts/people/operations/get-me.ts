import { handle } from '../../../../platform/handler/index.ts'
import { getMe } from '../contract/me.ts'
import { placesOf, standingOf } from '../me/store-me.ts'

export default handle(getMe, async ({ tx, caller, ok }) => {
  const { userId: id, credentialId, person } = caller
  const { name, email, isVerified } = person!
  const [workspaces, { activeWorkspaceId, passkeys }] = await Promise.all([
    placesOf(tx, id),
    standingOf(tx, credentialId, id),
  ])
  return ok({ id, name, email, emailVerified: isVerified, activeWorkspaceId, workspaces, passkeys })
})
