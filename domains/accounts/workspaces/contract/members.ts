import { Type } from 'typebox'
import { conflict, contract, foundBy, operation, resource, to } from '../../../../platform/contract/index.ts'
import { Id, maybe, MessageAck, namedObject, oneOf, pagesOf, text, Time } from '../../../../platform/contract/schema.ts'
import { emailNotVerified } from './email-not-verified.ts'

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

export const MemberInvitationSent = namedObject('MemberInvitationSent', {
  ...invitationFields,
  acceptUrl: Type.String({ description: 'The link that accepts it, shown this once' }),
  emailSent: Type.Boolean({ description: 'Whether a mail server took the mail; the link works in any case' }),
})

export const InviteMember = namedObject('InviteMember', {
  email: text(3, 320, { examples: ['ada@example.com'] }),
  role: Type.Optional(oneOf(invitedRoles)),
})

export const UpdateMember = namedObject('UpdateMember', { role: oneOf(['admin', 'member']) })

/** A member of the workspace, for administrators: what is named belongs to no project. */
const toAdministratorsOf = to('administrator', resource('member', 'params.userId'))

const ownerOnly = {
  status: 403,
  code: 'owner_only',
  message: 'Only an owner may do this to an owner, or hand on what an owner holds. Ask one of them.',
} as const

const lastOwner = conflict({
  code: 'last_owner',
  message: 'A workspace keeps at least one owner. Make somebody else an owner first.',
})

export const TransferOwnership = namedObject('TransferOwnership', {
  remainOwner: Type.Boolean({
    description: 'Own the workspace together; otherwise the caller becomes an administrator',
  }),
})

export const Joined = namedObject('Joined', { workspaceId: Id, member: Member })

export const listMembers = operation({
  method: 'GET',
  path: '/v1/api/members',
  summary: 'List the people of the agency, newest first; clients are not among them',
  access: to('agency'),
  ...pagesOf(Member),
  audit: { refusals: 'member.list' },
  reads: { member: 'all', person: 'all' },
})

export const updateMember = operation({
  method: 'PATCH',
  path: '/v1/api/members/{userId}',
  summary: 'Change the role of a member; owners are made by transferOwnership alone',
  access: toAdministratorsOf,
  body: UpdateMember,
  replies: { 200: Member },
  errors: { ownerOnly, lastOwner },
  audit: { action: 'member.change_role', category: 'update', severity: 'notice', event: 'member.role_changed' },
})

export const removeMember = operation({
  method: 'DELETE',
  path: '/v1/api/members/{userId}',
  summary: 'Remove a member: their keys, sessions and open streams end at once, and what was shared with them is gone',
  access: toAdministratorsOf,
  replies: { 200: MessageAck },
  errors: { ownerOnly, lastOwner },
  audit: { action: 'member.remove', category: 'delete', severity: 'notice', event: 'member.removed' },
})

export const transferOwnership = operation({
  method: 'POST',
  path: '/v1/api/members/{userId}/ownership',
  summary: 'Make a member an owner, as an owner who signed in, and step down or own the workspace together',
  access: { ...toAdministratorsOf, session: true },
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
  summary: 'Leave the workspace: one’s keys, and the sessions in it, end at once',
  access: { who: 'agency', session: true },
  replies: { 200: MessageAck },
  errors: { lastOwner },
  audit: { action: 'member.leave', category: 'delete', severity: 'notice', event: 'member.left' },
  // Whoever has left may read nothing of the workspace any more.
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
    'This invitation is no longer open: it was accepted, revoked or replaced by another. Invite the person anew.',
})

export const listMemberInvitations = operation({
  method: 'GET',
  path: '/v1/api/member-invitations',
  summary: 'List the invitations of members, newest first, whatever became of them',
  access: to('administrator'),
  ...pagesOf(MemberInvitation),
  audit: { refusals: 'member_invitation.list' },
  reads: { member: 'all' },
})

export const inviteMember = operation({
  method: 'POST',
  path: '/v1/api/member-invitations',
  summary: 'Invite somebody to the agency by mail, as a member unless told; the link works for seven days',
  access: to('administrator'),
  body: InviteMember,
  replies: { 201: MemberInvitationSent },
  errors: {
    alreadyMember,
    alreadyInvited: conflict({
      code: 'already_invited',
      message: 'This address has an invitation that is open. Send that one again, or revoke it first.',
    }),
    tooManyInvitations: conflict({
      code: 'too_many_invitations',
      message: 'The workspace has 500 open invitations, which is as many as it may have. Revoke some first.',
    }),
  },
  effect: 'outside',
  replay: false,
  audit: { action: 'member_invitation.create', category: 'create', severity: 'notice', event: 'member.invited' },
})

export const resendMemberInvitation = operation({
  method: 'POST',
  path: '/v1/api/member-invitations/{id}/resend',
  summary: 'Send an open or expired invitation again with a new link for seven days; the old link is worthless then',
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
  summary: 'Revoke an invitation that was not accepted; again without effect',
  access: toAdministratorsOfInvitation,
  replies: { 200: MemberInvitation },
  errors: { invitationClosed },
  audit: { action: 'member_invitation.revoke', category: 'delete', event: 'member.invitation_revoked' },
})

export const acceptMemberInvitation = operation({
  method: 'POST',
  path: '/v1/api/member-invitations/{token}/accept',
  summary: 'Become a member, as whoever signed in with the invited address; once',
  workspace: foundBy('member_invitation', 'params.token'),
  access: { who: 'signed-in', session: true },
  replies: { 200: Joined },
  errors: {
    emailNotVerified,
    invitationAccepted: conflict({
      code: 'invitation_accepted',
      message: 'You have accepted this invitation before; it works once.',
    }),
    invitationExpired: conflict({
      code: 'invitation_expired',
      message: 'The seven days of this invitation are over. Ask for it to be sent again.',
    }),
    invitationRevoked: conflict({
      code: 'invitation_revoked',
      message: 'This invitation was taken back.',
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
