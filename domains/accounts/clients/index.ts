export { accountNames, findAccount, holdAccount } from './store-accounts.ts'
export { portalOfPerson } from './store-clients.ts'
export { findSeat, seatsOf } from './store-seats.ts'
