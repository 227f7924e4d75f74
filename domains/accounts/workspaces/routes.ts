import type { InvitationParts } from './send-invitation.ts'
import acceptMemberInvitation from './operations/accept-member-invitation.ts'
import createApiKey from './operations/create-api-key.ts'
import getWorkspaceSettings from './operations/get-workspace-settings.ts'
import inviteMember from './operations/invite-member.ts'
import leaveWorkspace from './operations/leave-workspace.ts'
import listApiKeys from './operations/list-api-keys.ts'
import listMemberInvitations from './operations/list-member-invitations.ts'
import listMembers from './operations/list-members.ts'
import removeMember from './operations/remove-member.ts'
import resendMemberInvitation from './operations/resend-member-invitation.ts'
import revokeApiKey from './operations/revoke-api-key.ts'
import revokeMemberInvitation from './operations/revoke-member-invitation.ts'
import transferOwnership from './operations/transfer-ownership.ts'
import updateMember from './operations/update-member.ts'
import updateWorkspaceSettings from './operations/update-workspace-settings.ts'

export default (sending: InvitationParts) => ({
  acceptMemberInvitation,
  inviteMember: inviteMember(sending),
  leaveWorkspace,
  listMemberInvitations,
  listMembers,
  removeMember,
  resendMemberInvitation: resendMemberInvitation(sending),
  revokeMemberInvitation,
  transferOwnership,
  updateMember,
  getWorkspaceSettings,
  updateWorkspaceSettings,
  createApiKey: createApiKey(sending.mailer),
  listApiKeys,
  revokeApiKey,
})
