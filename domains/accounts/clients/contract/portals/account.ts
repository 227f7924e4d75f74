import { operation, resource, to } from '../../../../../platform/contract/index.ts'
import { MessageAck, pagesOf } from '../../../../../platform/contract/schema.ts'
import {
  invitationAccepted,
  PortalInvitation,
  PortalMember,
  PortalMemberPermissions,
  PortalProjectAccess,
  PortalProjectPermissions,
} from './records.ts'
import { portalPeople } from '../accounts.ts'

const access = to('administrator', resource('client_account', 'params.id'))

export const listClientPortalInvitations = operation({
  method: 'GET',
  path: '/v1/api/client-accounts/{id}/invitations',
  summary: 'List all invitations of a client account, newest first',
  reach: 'call',
  access,
  ...pagesOf(PortalInvitation),
  audit: { refusals: 'seat.list_invitations' },
  reads: portalPeople,
})

export const revokeClientPortalInvitation = operation({
  method: 'DELETE',
  path: '/v1/api/client-accounts/{id}/invitations/{invitationId}',
  summary: 'Revoke an invitation that was not accepted yet. Its link stops working',
  reach: { page: '/clients/{id}' },
  access,
  replies: { 200: PortalInvitation },
  errors: { invitationAccepted },
  audit: { action: 'seat.revoke_invitation', category: 'delete', event: 'portal_invitation.revoked' },
})

export const listClientPortalMembers = operation({
  method: 'GET',
  path: '/v1/api/client-accounts/{id}/members',
  summary: 'List the people who have a seat in a client account, newest first',
  reach: 'call',
  access,
  ...pagesOf(PortalMember),
  audit: { refusals: 'seat.list' },
  reads: { ...portalPeople, person: 'all' },
})

export const removeClientPortalMember = operation({
  method: 'DELETE',
  path: '/v1/api/client-accounts/{id}/members/{userId}',
  summary: 'Remove a seat with its grants and the person’s open invitations to this account. Other shares stay',
  reach: { page: '/clients/{id}' },
  access,
  replies: { 200: MessageAck },
  audit: { action: 'seat.remove', category: 'delete', severity: 'notice', event: 'seat.removed' },
})

export const updateClientPortalPermissions = operation({
  method: 'PATCH',
  path: '/v1/api/client-accounts/{id}/members/{userId}',
  summary: 'Set whether a seat may create projects',
  reach: { page: '/clients/{id}' },
  access,
  body: PortalMemberPermissions,
  replies: { 200: PortalMember },
  audit: { action: 'seat.update', category: 'update', event: 'seat.updated' },
})

export const listClientPortalProjectAccess = operation({
  method: 'GET',
  path: '/v1/api/client-accounts/{id}/members/{userId}/projects',
  summary: 'List the grants of a seat, newest first. Grants from other sources are not listed',
  reach: 'call',
  access,
  ...pagesOf(PortalProjectAccess),
  audit: { refusals: 'seat.list_projects' },
  reads: portalPeople,
})

export const setClientPortalProjectAccess = operation({
  method: 'PUT',
  path: '/v1/api/client-accounts/{id}/members/{userId}/projects/{projectId}',
  summary: 'Grant a seat view or steer on a project of its client account',
  reach: { page: '/clients/{id}' },
  access,
  body: PortalProjectPermissions,
  replies: { 200: PortalProjectAccess },
  audit: { action: 'seat.share', category: 'update', severity: 'notice', event: 'project_grant.set' },
})

export const removeClientPortalProjectAccess = operation({
  method: 'DELETE',
  path: '/v1/api/client-accounts/{id}/members/{userId}/projects/{projectId}',
  summary: 'Remove the grant of a seat on a project',
  reach: { page: '/clients/{id}' },
  access,
  replies: { 200: MessageAck },
  audit: { action: 'seat.unshare', category: 'delete', severity: 'notice', event: 'project_grant.removed' },
})
