import { domain } from '../../domain.ts'
import { clientAccountKind } from './store-accounts.ts'
import { clients } from './contract/accounts.ts'
import { portals } from './contract/portals.ts'
import { portalInvitationKind, workspaceOfPortalInvitation } from './store-portals.ts'
import * as store from './store-people.ts'
import routes from './routes.ts'
import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

/** A key that names projects reaches no client: the visible projects of a client do not lead to the client. */
const portalClientKind = async (tx: Transaction, id: string, { projectIds }: Pick<Caller, 'projectIds'>) =>
  !projectIds && (await store.findPortalPerson(tx, { userId: id })) ? { projectId: null } : undefined

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
      seats: await store.seatsOfPerson(tx, { userId }),
      portalInvitations: await store.portalInvitationsTo(tx, email),
    }),
    eraseIn: (tx, { email }) => store.erasePortalInvitationsTo(tx, email),
  },
  retention: [store.portalInvitationExpiry],
  foundByName: { client: store.foundAccounts },
  names: { client_account: store.namesOfAccounts },
})
