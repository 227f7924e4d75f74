import { operation, resource, to } from '../../../../../platform/contract/index.ts'
import { accountArchived } from '../accounts.ts'
import {
  alreadyClient,
  alreadyMember,
  portalClosed,
  InvitePortal,
  InviteWorkspacePortal,
  PortalInvitationCreated,
  WorkspacePortalInvitationCreated,
} from './records.ts'

export const inviteClientPortalMember = operation({
  method: 'POST',
  path: '/v1/api/client-accounts/{id}/invitations',
  summary: 'Invite a person to a seat. Replaces an open invitation of the same address; its link stops working',
  reach: { page: '/clients/{id}' },
  access: to('administrator', resource('client_account', 'params.id')),
  body: InvitePortal,
  replies: { 201: PortalInvitationCreated },
  errors: { accountArchived, portalClosed, alreadyMember, alreadyClient },
  replay: false,
  effect: 'outside',
  audit: { action: 'seat.invite', category: 'create', event: 'portal_invitation.created' },
})

export const inviteWorkspacePortalClient = operation({
  method: 'POST',
  path: '/v1/api/client-portal/invitations',
  summary:
    'Invite a person to the agency’s portal. Replaces an open invitation of the same address; its link stops working',
  reach: { page: '/clients' },
  access: to('administrator'),
  body: InviteWorkspacePortal,
  replies: { 201: WorkspacePortalInvitationCreated },
  errors: { portalClosed, alreadyMember, alreadyClient },
  replay: false,
  effect: 'outside',
  audit: { action: 'portal_client.invite', category: 'create', event: 'portal_invitation.created' },
})
