export { findBillingIdentity, findClientBillingIdentity } from './store-identities.ts'
export { holdBillables } from './store.ts'
export type { Address, BillableRow } from './tables.ts'
