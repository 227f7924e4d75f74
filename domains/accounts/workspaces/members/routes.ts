import { implement } from '../../../../platform/contract/index.ts'
import { members } from '../contract/members.ts'
import acceptMemberInvitation from '../operations/accept-member-invitation.ts'
import inviteMember from '../operations/invite-member.ts'
import leaveWorkspace from '../operations/leave-workspace.ts'
import listMemberInvitations from '../operations/list-member-invitations.ts'
import listMembers from '../operations/list-members.ts'
import removeMember from '../operations/remove-member.ts'
import resendMemberInvitation from '../operations/resend-member-invitation.ts'
import revokeMemberInvitation from '../operations/revoke-member-invitation.ts'
import transferOwnership from '../operations/transfer-ownership.ts'
import updateMember from '../operations/update-member.ts'
import type { Sending } from './send-invitation.ts'

export default (sending: Sending) =>
  implement(members, {
    listMembers,
    updateMember,
    removeMember,
    transferOwnership,
    leaveWorkspace,
    listMemberInvitations,
    inviteMember: inviteMember(sending),
    resendMemberInvitation: resendMemberInvitation(sending),
    revokeMemberInvitation,
    acceptMemberInvitation,
  })
