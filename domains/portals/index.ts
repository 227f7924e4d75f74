export { portalClientKind } from './kinds.ts'
export { endInvitations, invitationKind, workspaceOfToken } from './store.ts'
export { portalOfPerson } from './store-places.ts'
