export { everyWorkspaceFor, hasPlaceIn, isReferredTo, peopleHere, placesAs } from './joins.ts'
export { namesOfKeys, touchKeys } from './keys/store.ts'
export { lockMembersOf } from './members/store.ts'
export { addFirstKey, anyWorkspace, foundWorkspace, hasWorkspace, workspaceIds } from './store.ts'
export {
  endPlaces,
  firstWorkspace,
  joinAsClient,
  leaveAsClient,
  ownedWorkspace,
  ownPlaces,
  placesOfPerson,
  roleOf,
  soleOwnerships,
  workspacesOf,
  type OwnPlace,
  type PlaceRow,
} from './store-places.ts'
