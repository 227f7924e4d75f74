export { accountArchived } from './contract.ts'
export { clientAccountKind, findAccount, holdAccount, lockAccount, placeProject } from './store.ts'
export {
  findGrant,
  grantPage,
  holdProject,
  putGrant,
  removeGrant,
  removeWorkspaceGrants,
  type GrantPlace,
  type GrantRow,
} from './store-grants.ts'
export {
  admitPortalClient,
  dismissPortalClient,
  findPortalClient,
  findSeat,
  giveSeat,
  joinAsClient,
  leaveIfUnplaced,
  lockPlaces,
  overridePermission,
  permitSeat,
  seatsOf,
  takeSeat,
} from './store-places.ts'
export type { PortalClientRow, SeatRow } from './tables.ts'
