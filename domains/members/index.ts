export { eraseInvitationsTo, lockMembers, lockMembersOf, memberKind } from './store.ts'
export { invitationKind } from './store-invitations.ts'
export { removeOldInvitations } from './store-retention.ts'
export { workspaceOfToken } from './workspace-of-token.ts'
