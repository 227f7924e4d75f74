import { domain } from '../../domain.ts'
import { clientAccountKind } from './store-accounts.ts'
import { clients } from './contract/accounts.ts'
import { portals } from './contract/portals.ts'
import { portalClientKind } from './kinds.ts'
import { portalInvitationKind, workspaceOfPortalInvitation } from './store-portals.ts'
import { erasePortalInvitationsTo } from './store-erasure.ts'
import { portalInvitationsDueIn, removeOldPortalInvitations } from './store-retention.ts'
import routes from './routes.ts'
import { foundAccounts, namesOfAccounts } from './store-names.ts'
import { portalInvitationsTo, seatsOfPerson } from './store-person.ts'

export default domain({
  name: 'clients',
  contract: { ...clients, ...portals },
  handlers: routes,
  kinds: {
    client_account: clientAccountKind,
    portal_client: portalClientKind,
    portal_invitation: portalInvitationKind,
  },
  workspaceFinders: { portal_invitation: workspaceOfPortalInvitation },
  person: {
    exportIn: async (tx, { userId, email }) => ({
      seats: await seatsOfPerson(tx, userId),
      portalInvitations: await portalInvitationsTo(tx, email),
    }),
    eraseIn: (tx, { email }) => erasePortalInvitationsTo(tx, email),
  },
  retention: [{ kind: 'invitations', dueIn: portalInvitationsDueIn, remove: removeOldPortalInvitations }],
  foundByName: { client: foundAccounts },
  names: { client_account: namesOfAccounts },
})
