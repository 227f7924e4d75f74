export { isIdentitySavedAfter, sourceOfBillable } from './joins.ts'
export { findBillingIdentity, findClientBillingIdentity } from './store-identities.ts'
export {
  chargesOf,
  correctionsOfAll,
  findBillables,
  shareLockBillables,
  lockBillables,
  markInvoiced,
  type RecordedBillable,
  releaseInvoiced,
} from './store.ts'
export type {
  Address,
  BankAccount,
  BillableRow,
  BillingIdentityRow,
  BuyerElectronic,
  Contact,
  SellerElectronic,
} from './tables.ts'
