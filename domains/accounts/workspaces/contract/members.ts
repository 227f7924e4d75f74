import { Type } from 'typebox'
import { conflict, contract, foundBy, operation, resource, to } from '../../../../platform/contract/index.ts'
import { Id, maybe, MessageAck, namedObject, oneOf, pagesOf, text, Time } from '../../../../platform/contract/schema.ts'

/** Refuses a place that was meant for an address to a person who has not verified that address. */
export const emailNotVerified = {
  status: 403,
  code: 'email_not_verified',
  message: 'Your mail address is not verified yet. Open the link in the mail about it, then try again.',
} as const

declare module '../../../../platform/contract/access.ts' {
  interface Kinds {
    member: 'workspace'
    member_invitation: 'workspace'
  }
  interface WorkspaceKeys {
    member_invitation: 'token'
  }
}

export const memberRoles = ['owner', 'admin', 'member'] as const

export const Member = namedObject('Member', {
  userId: Id,
  name: Type.String({ examples: ['Ada Lovelace'] }),
  email: Type.String({ examples: ['ada@example.com'] }),
  role: oneOf(memberRoles),
  joinedAt: Time,
})

const invitedRoles = ['admin', 'member'] as const
export const invitationStates = ['pending', 'accepted', 'revoked', 'expired'] as const

const invitationFields = {
  id: Id,
  email: Type.String({ examples: ['ada@example.com'] }),
  role: oneOf(invitedRoles),
  status: oneOf(invitationStates),
  invitedBy: Id,
  createdAt: Time,
  sentAt: Time,
  expiresAt: Time,
  acceptedAt: maybe(Time),
  revokedAt: maybe(Time),
}
export const MemberInvitation = namedObject('MemberInvitation', invitationFields)

const MemberInvitationSent = namedObject('MemberInvitationSent', {
  ...invitationFields,
  acceptUrl: Type.String({ description: 'The link that accepts it, shown this once' }),
  emailSent: Type.Boolean({ description: 'Whether a mail server took the mail; the link works in any case' }),
})

const InviteMember = namedObject('InviteMember', {
  email: text(3, 320, { examples: ['ada@example.com'] }),
  role: Type.Optional(oneOf(invitedRoles)),
})

const UpdateMember = namedObject('UpdateMember', { role: oneOf(invitedRoles) })

/** Access for administrators; a member belongs to no project. */
const toAdministratorsOfMember = to('administrator', resource('member', 'params.userId'))

const ownerOnly = {
  status: 403,
  code: 'owner_only',
  message: 'Only an owner may change an owner or transfer ownership. Ask one of them.',
} as const

const lastOwner = conflict({
  code: 'last_owner',
  message: 'A workspace needs at least one owner. Make another member an owner first.',
})

const TransferOwnership = namedObject('TransferOwnership', {
  remainOwner: Type.Boolean({
    description: 'Own the workspace together; otherwise the caller becomes an administrator',
  }),
})

export const Joined = namedObject('Joined', { workspaceId: Id, member: Member })

export const listMembers = operation({
  method: 'GET',
  path: '/v1/api/members',
  summary: 'List the members of the agency, newest first. Clients are not listed',
  reach: 'call',
  access: to('agency'),
  ...pagesOf(Member),
  audit: { refusals: 'member.list' },
  reads: { member: 'all', person: 'all' },
})

export const updateMember = operation({
  method: 'PATCH',
  path: '/v1/api/members/{userId}',
  summary: 'Change the role of a member. Only transferOwnership makes owners',
  reach: { page: '/settings/members' },
  access: toAdministratorsOfMember,
  body: UpdateMember,
  replies: { 200: Member },
  errors: { ownerOnly, lastOwner },
  audit: { action: 'member.change_role', category: 'update', severity: 'notice', event: 'member.role_changed' },
})

export const removeMember = operation({
  method: 'DELETE',
  path: '/v1/api/members/{userId}',
  summary: 'Remove a member. Their keys, sessions, open streams and grants end at once',
  reach: { page: '/settings/members' },
  access: toAdministratorsOfMember,
  replies: { 200: MessageAck },
  errors: { ownerOnly, lastOwner },
  audit: { action: 'member.remove', category: 'delete', severity: 'notice', event: 'member.removed' },
})

export const transferOwnership = operation({
  method: 'POST',
  path: '/v1/api/members/{userId}/ownership',
  summary: 'Make a member an owner, and step down or share the ownership. Needs an owner’s session',
  reach: { page: '/settings/members' },
  access: { ...toAdministratorsOfMember, session: true },
  body: TransferOwnership,
  replies: { 200: Member },
  errors: { ownerOnly },
  audit: {
    action: 'member.transfer_ownership',
    category: 'update',
    severity: 'warning',
    event: 'member.ownership_transferred',
  },
})

export const leaveWorkspace = operation({
  method: 'DELETE',
  path: '/v1/api/members/me',
  summary: 'Leave the workspace. Your keys and sessions in it end at once',
  reach: { page: '/settings/members' },
  access: { who: 'agency', session: true },
  replies: { 200: MessageAck },
  errors: { lastOwner },
  audit: { action: 'member.leave', category: 'delete', severity: 'notice', event: 'member.left' },
  // A former member may no longer read anything in the workspace.
  touches: [],
})

const toAdministratorsOfInvitation = to('administrator', resource('member_invitation', 'params.id'))

const alreadyMember = conflict({
  code: 'already_member',
  message: 'This person is a member already. Change their role instead.',
})

const invitationClosed = conflict({
  code: 'invitation_closed',
  message:
    'This invitation is no longer open: it was accepted, revoked or replaced by another. Invite the person again.',
})

export const listMemberInvitations = operation({
  method: 'GET',
  path: '/v1/api/member-invitations',
  summary: 'List all member invitations, newest first',
  reach: 'call',
  access: to('administrator'),
  ...pagesOf(MemberInvitation),
  audit: { refusals: 'member_invitation.list' },
  reads: { member: 'all' },
})

export const inviteMember = operation({
  method: 'POST',
  path: '/v1/api/member-invitations',
  summary: 'Invite a person to the agency by mail, by default as a member. The link works for seven days',
  reach: { page: '/settings/members' },
  access: to('administrator'),
  body: InviteMember,
  replies: { 201: MemberInvitationSent },
  errors: {
    alreadyMember,
    alreadyInvited: conflict({
      code: 'already_invited',
      message: 'This address has an open invitation. Send it again, or revoke it first.',
    }),
    tooManyInvitations: conflict({
      code: 'too_many_invitations',
      message: 'The workspace has 500 open invitations, which is the limit. Revoke some first.',
    }),
  },
  effect: 'outside',
  replay: false,
  audit: { action: 'member_invitation.create', category: 'create', severity: 'notice', event: 'member.invited' },
})

export const resendMemberInvitation = operation({
  method: 'POST',
  path: '/v1/api/member-invitations/{id}/resend',
  summary: 'Resend an open or expired invitation with a new link for seven days. The old link stops working',
  reach: { page: '/settings/members' },
  access: toAdministratorsOfInvitation,
  replies: { 200: MemberInvitationSent },
  errors: { invitationClosed },
  effect: 'outside',
  replay: false,
  audit: { action: 'member_invitation.resend', category: 'update', event: 'member.invitation_resent' },
})

export const revokeMemberInvitation = operation({
  method: 'DELETE',
  path: '/v1/api/member-invitations/{id}',
  summary: 'Revoke an invitation that was not accepted. Revoking again changes nothing',
  reach: { page: '/settings/members' },
  access: toAdministratorsOfInvitation,
  replies: { 200: MemberInvitation },
  errors: { invitationClosed },
  audit: { action: 'member_invitation.revoke', category: 'delete', event: 'member.invitation_revoked' },
})

export const acceptMemberInvitation = operation({
  method: 'POST',
  path: '/v1/api/member-invitations/{token}/accept',
  summary: 'Accept a member invitation, once. You must be signed in with the invited address',
  workspace: foundBy('member_invitation', 'params.token'),
  reach: { page: '/' },
  access: { who: 'signed-in', session: true },
  replies: { 200: Joined },
  errors: {
    emailNotVerified,
    invitationAccepted: conflict({
      code: 'invitation_accepted',
      message: 'You have accepted this invitation before. It works only once.',
    }),
    invitationExpired: conflict({
      code: 'invitation_expired',
      message: 'This invitation has expired. Ask for it to be sent again.',
    }),
    invitationRevoked: conflict({
      code: 'invitation_revoked',
      message: 'This invitation was revoked.',
    }),
    alreadyMember: conflict({
      code: 'already_member',
      message: 'You are a member of this workspace already.',
    }),
  },
  audit: { action: 'member.join', category: 'create', severity: 'notice', event: 'member.joined' },
})

export const members = contract({
  listMembers,
  updateMember,
  removeMember,
  transferOwnership,
  leaveWorkspace,
  listMemberInvitations,
  inviteMember,
  resendMemberInvitation,
  revokeMemberInvitation,
  acceptMemberInvitation,
})
