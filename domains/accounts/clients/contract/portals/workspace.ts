import { operation, resource, to } from '../../../../../platform/contract/index.ts'
import { MessageAck, pagesOf } from '../../../../../platform/contract/schema.ts'
import {
  invitationAccepted,
  PortalClientOverride,
  PortalDefaults,
  PortalProjectAccess,
  PortalProjectPermissions,
  WorkspacePortalClient,
  WorkspacePortalInvitation,
} from './records.ts'
import { portalPeople } from '../accounts.ts'

declare module '../../../../../platform/contract/access.ts' {
  interface Kinds {
    portal_client: 'workspace'
    portal_invitation: 'workspace'
  }
}

const access = to('administrator')
const toAdministratorsOf = to('administrator', resource('portal_client', 'params.userId'))

export const listWorkspacePortalInvitations = operation({
  method: 'GET',
  path: '/v1/api/client-portal/invitations',
  summary: 'List all invitations to the agency’s portal itself, newest first',
  reach: 'call',
  access,
  ...pagesOf(WorkspacePortalInvitation),
  audit: { refusals: 'portal_client.list_invitations' },
})

export const revokeWorkspacePortalInvitation = operation({
  method: 'DELETE',
  path: '/v1/api/client-portal/invitations/{invitationId}',
  summary: 'Revoke an invitation that was not accepted yet. Its link stops working',
  reach: { page: '/clients' },
  access: to('administrator', resource('portal_invitation', 'params.invitationId')),
  replies: { 200: MessageAck },
  errors: { invitationAccepted },
  audit: { action: 'portal_client.revoke_invitation', category: 'delete', event: 'portal_invitation.revoked' },
})

export const listWorkspacePortalClients = operation({
  method: 'GET',
  path: '/v1/api/client-portal/members',
  summary: 'List all clients of the workspace with their permissions, newest first',
  reach: 'call',
  access,
  ...pagesOf(WorkspacePortalClient),
  audit: { refusals: 'portal_client.list' },
  reads: { ...portalPeople, person: 'all', portal_settings: 'all' },
})

export const removeWorkspacePortalClient = operation({
  method: 'DELETE',
  path: '/v1/api/client-portal/members/{userId}',
  summary: 'Remove a client from the agency, with all seats, grants and open invitations',
  reach: { page: '/clients' },
  access: toAdministratorsOf,
  replies: { 200: MessageAck },
  audit: { action: 'portal_client.remove', category: 'delete', severity: 'notice', event: 'portal_client.removed' },
})

export const updateWorkspacePortalClient = operation({
  method: 'PATCH',
  path: '/v1/api/client-portal/members/{userId}',
  summary: 'Set or clear a client’s own permission. It overrides seats and the default',
  reach: { page: '/clients' },
  access: toAdministratorsOf,
  body: PortalClientOverride,
  replies: { 200: WorkspacePortalClient },
  audit: { action: 'portal_client.update', category: 'update', event: 'portal_client.updated' },
})

export const listWorkspacePortalProjectAccess = operation({
  method: 'GET',
  path: '/v1/api/client-portal/members/{userId}/projects',
  summary: 'List the portal grants of a client, newest first',
  reach: 'call',
  access: toAdministratorsOf,
  ...pagesOf(PortalProjectAccess),
  audit: { refusals: 'portal_client.list_projects' },
})

export const setWorkspacePortalProjectAccess = operation({
  method: 'PUT',
  path: '/v1/api/client-portal/members/{userId}/projects/{projectId}',
  summary: 'Grant a client of the agency’s portal view or steer on a project',
  reach: { page: '/clients' },
  access: toAdministratorsOf,
  body: PortalProjectPermissions,
  replies: { 200: PortalProjectAccess },
  audit: { action: 'portal_client.share', category: 'update', severity: 'notice', event: 'project_grant.set' },
})

export const removeWorkspacePortalProjectAccess = operation({
  method: 'DELETE',
  path: '/v1/api/client-portal/members/{userId}/projects/{projectId}',
  summary: 'Remove a client’s portal grant on a project. Seats and legacy shares stay',
  reach: { page: '/clients' },
  access: toAdministratorsOf,
  replies: { 200: MessageAck },
  audit: { action: 'portal_client.unshare', category: 'delete', severity: 'notice', event: 'project_grant.removed' },
})

export const getWorkspacePortalSettings = operation({
  method: 'GET',
  path: '/v1/api/client-portal/settings',
  summary: 'Read the default permissions of portal clients',
  reach: 'call',
  access,
  replies: { 200: PortalDefaults },
  audit: { refusals: 'portal_settings.get' },
  reads: { portal_settings: 'all' },
})

export const updateWorkspacePortalSettings = operation({
  method: 'PATCH',
  path: '/v1/api/client-portal/settings',
  summary: 'Update the default permissions of portal clients. Applies at once to all clients without an override',
  reach: { page: '/clients' },
  access,
  body: PortalDefaults,
  replies: { 200: PortalDefaults },
  audit: { action: 'portal_settings.update', category: 'update', severity: 'notice', event: 'portal_settings.updated' },
})
