export { findBillingIdentity, findClientBillingIdentity } from './store-identities.ts'
export { chargesOf, correctionsOfAll, holdBillables, lockBillables, markInvoiced, releaseInvoiced } from './store.ts'
export type { Address, BankAccount, BillableRow, BillingIdentityRow, Contact } from './tables.ts'
