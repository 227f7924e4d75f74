export { portalClientKind } from './kinds.ts'
export { erasePortalInvitationsTo } from './store-erasure.ts'
export { endInvitations, portalInvitationKind, workspaceOfPortalToken } from './store.ts'
export { portalOfPerson } from './store-places.ts'
