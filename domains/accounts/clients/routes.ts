import type { Database } from '../../../platform/db/database.ts'
import type { EveryDomain } from '../../every-domain.ts'
import type { SignInParts } from '../people/index.ts'
import type { InviteParts } from './invite.ts'
import {
  acceptPortalInvitation,
  createPortalProject,
  enterPortal,
  getPortalIdentity,
  inviteClientPortalMember,
  listClientPortalInvitations,
  listClientPortalMembers,
  listClientPortalProjectAccess,
  listMyPortals,
  listPortalAccounts,
  removeClientPortalMember,
  removeClientPortalProjectAccess,
  revokeClientPortalInvitation,
  setClientPortalProjectAccess,
  signUpByPortalInvitation,
  updateClientPortalPermissions,
} from './handlers/portals.ts'
import {
  addClientAccountProject,
  archiveClientAccount,
  createClientAccount,
  getClientAccount,
  listClientAccountProjects,
  listClientAccounts,
  removeClientAccountProject,
  updateClientAccount,
} from './handlers/accounts.ts'
import {
  getWorkspacePortalSettings,
  inviteWorkspacePortalClient,
  listWorkspacePortalClients,
  listWorkspacePortalInvitations,
  listWorkspacePortalProjectAccess,
  removeWorkspacePortalClient,
  removeWorkspacePortalProjectAccess,
  revokeWorkspacePortalInvitation,
  setWorkspacePortalProjectAccess,
  updateWorkspacePortalClient,
  updateWorkspacePortalSettings,
} from './handlers/workspace-portals.ts'

interface ClientParts extends InviteParts {
  readonly database: Database
  readonly everyDomain: EveryDomain
  readonly signIn: SignInParts
}

export default (parts: ClientParts) => ({
  addClientAccountProject,
  archiveClientAccount,
  createClientAccount,
  getClientAccount,
  listClientAccountProjects,
  listClientAccounts,
  removeClientAccountProject,
  updateClientAccount,
  acceptPortalInvitation,
  createPortalProject: createPortalProject(parts.everyDomain),
  enterPortal: enterPortal(parts.database),
  getPortalIdentity,
  getWorkspacePortalSettings,
  inviteClientPortalMember: inviteClientPortalMember(parts),
  inviteWorkspacePortalClient: inviteWorkspacePortalClient(parts),
  listClientPortalInvitations,
  listClientPortalMembers,
  listClientPortalProjectAccess,
  listMyPortals: listMyPortals(parts.database),
  listPortalAccounts,
  listWorkspacePortalClients,
  listWorkspacePortalInvitations,
  listWorkspacePortalProjectAccess,
  removeClientPortalMember,
  removeClientPortalProjectAccess,
  removeWorkspacePortalClient,
  removeWorkspacePortalProjectAccess,
  revokeClientPortalInvitation,
  revokeWorkspacePortalInvitation,
  setClientPortalProjectAccess,
  setWorkspacePortalProjectAccess,
  signUpByPortalInvitation: signUpByPortalInvitation(parts.signIn),
  updateClientPortalPermissions,
  updateWorkspacePortalClient,
  updateWorkspacePortalSettings,
})
