import type { Database } from '../../../platform/db/database.ts'
import type { EveryDomain } from '../../every-domain.ts'
import type { SignInParts } from '../people/index.ts'
import type { InviteParts } from './invite.ts'
import acceptPortalInvitation from './operations/accept-portal-invitation.ts'
import addClientAccountProject from './operations/add-client-account-project.ts'
import archiveClientAccount from './operations/archive-client-account.ts'
import createClientAccount from './operations/create-client-account.ts'
import createPortalProject from './operations/create-portal-project.ts'
import enterPortal from './operations/enter-portal.ts'
import getClientAccount from './operations/get-client-account.ts'
import getPortalIdentity from './operations/get-portal-identity.ts'
import getWorkspacePortalSettings from './operations/get-workspace-portal-settings.ts'
import inviteClientPortalMember from './operations/invite-client-portal-member.ts'
import inviteWorkspacePortalClient from './operations/invite-workspace-portal-client.ts'
import listClientAccountProjects from './operations/list-client-account-projects.ts'
import listClientAccounts from './operations/list-client-accounts.ts'
import listClientPortalInvitations from './operations/list-client-portal-invitations.ts'
import listClientPortalMembers from './operations/list-client-portal-members.ts'
import listClientPortalProjectAccess from './operations/list-client-portal-project-access.ts'
import listMyPortals from './operations/list-my-portals.ts'
import listPortalAccounts from './operations/list-portal-accounts.ts'
import listWorkspacePortalClients from './operations/list-workspace-portal-clients.ts'
import listWorkspacePortalInvitations from './operations/list-workspace-portal-invitations.ts'
import listWorkspacePortalProjectAccess from './operations/list-workspace-portal-project-access.ts'
import removeClientAccountProject from './operations/remove-client-account-project.ts'
import removeClientPortalMember from './operations/remove-client-portal-member.ts'
import removeClientPortalProjectAccess from './operations/remove-client-portal-project-access.ts'
import removeWorkspacePortalClient from './operations/remove-workspace-portal-client.ts'
import removeWorkspacePortalProjectAccess from './operations/remove-workspace-portal-project-access.ts'
import revokeClientPortalInvitation from './operations/revoke-client-portal-invitation.ts'
import revokeWorkspacePortalInvitation from './operations/revoke-workspace-portal-invitation.ts'
import setClientPortalProjectAccess from './operations/set-client-portal-project-access.ts'
import setWorkspacePortalProjectAccess from './operations/set-workspace-portal-project-access.ts'
import signUpByPortalInvitation from './operations/sign-up-by-portal-invitation.ts'
import updateClientAccount from './operations/update-client-account.ts'
import updateClientPortalPermissions from './operations/update-client-portal-permissions.ts'
import updateWorkspacePortalClient from './operations/update-workspace-portal-client.ts'
import updateWorkspacePortalSettings from './operations/update-workspace-portal-settings.ts'

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
