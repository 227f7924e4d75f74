export { accountNames, billingAddresses, findAccount, shareLockAccount } from './store-accounts.ts'
export { contactsOf, portalOfPerson } from './store-people.ts'
export { findSeat, seatsOf } from './store-seats.ts'
