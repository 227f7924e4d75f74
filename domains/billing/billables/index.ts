export { findBillingIdentity, findClientBillingIdentity } from './store-identities.ts'
export { holdBillables, invoicedBillables } from './store.ts'
export type { Address, BillableRow } from './tables.ts'
