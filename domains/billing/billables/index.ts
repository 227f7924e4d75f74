export { findBillingIdentity, findClientBillingIdentity } from './store-identities.ts'
export { correctionsOfAll, holdBillables, lockBillables, markInvoiced, releaseInvoiced } from './store.ts'
export type { Address, BillableRow, BillingIdentityRow } from './tables.ts'
