export { eraseInvitationsTo, lockMembers, lockMembersOf, memberKind } from './store.ts'
export { memberInvitationKind, workspaceOfMemberInvitation } from './store-invitations.ts'
export { removeOldInvitations } from './store-retention.ts'
