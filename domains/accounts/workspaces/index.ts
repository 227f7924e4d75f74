export {
  workspacesWithMembership,
  hasMembershipIn,
  isReferredTo,
  liveKeysOfMember,
  memberName,
  workspacePeople,
  workspacesOfPerson,
  withAgencyMembers,
  withWorkspace,
} from './joins.ts'
export { dayIn, isAboveRole, keysMost, placeEvents, isTimeZone } from './rules.ts'
export {
  connectProgram,
  findProgram,
  lockAndCountKeys,
  namesOfKeys,
  prolongProgram,
  revokeKey as endProgram,
  touchKeys,
  type LiveProgram,
} from './store-keys.ts'
export { workspaceName } from './store-invitations.ts'
export { noteKeysWarned, workspaceAdministrators, lockMembersOf } from './store-members.ts'
export {
  addFirstKey,
  anyWorkspace,
  foundWorkspace,
  hasWorkspace,
  renameWorkspace,
  workspaceIds,
  workspaceTimeZone,
} from './store.ts'
export {
  confirmWithProvider,
  endMemberships,
  firstWorkspace,
  joinAsClient,
  joinWithProvider,
  leaveAsClient,
  ownedWorkspace,
  ownMemberships,
  membershipsOfPerson,
  roleOf,
  soleOwnerships,
  workspacesOf,
  type OwnMembership,
  type MembershipRow,
} from './store-memberships.ts'
