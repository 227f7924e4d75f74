export { accountNames, billingAddresses, findAccount, holdAccount } from './store-accounts.ts'
export { contactsOf } from './store-people.ts'
export { portalOfPerson } from './store-clients.ts'
export { findSeat, seatsOf } from './store-seats.ts'
