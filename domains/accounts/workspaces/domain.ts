import { domain } from '../../domain.ts'
import { keys } from './contract/keys.ts'
import { members } from './contract/members.ts'
import { workspaceSettings } from './contract/settings.ts'
import { apiKeyKind } from './store-keys.ts'
import { eraseInvitationsTo, memberKind } from './store-members.ts'
import { memberInvitationKind, workspaceOfMemberInvitation } from './store-invitations.ts'
import { invitationExpiry, invitationsTo, keysOf, foundMembers, namesOfKeys, namesOfPeople } from './store.ts'
import handlers from './handlers.ts'

export default domain({
  name: 'workspaces',
  contract: { ...members, ...keys, ...workspaceSettings },
  handlers,
  kinds: { member: memberKind, member_invitation: memberInvitationKind, api_key: apiKeyKind },
  workspaceFinders: { member_invitation: workspaceOfMemberInvitation },
  person: {
    exportIn: async (tx, { userId, email }) => ({
      keys: await keysOf(tx, { userId }),
      invitations: await invitationsTo(tx, email),
    }),
    actorIdsIn: async (tx, { userId }) => (await keysOf(tx, { userId })).map(({ id }) => id),
    eraseIn: (tx, { email }) => eraseInvitationsTo(tx, email),
  },
  retention: [invitationExpiry],
  foundByName: { person: foundMembers },
  names: { person: namesOfPeople, api_key: namesOfKeys },
})
