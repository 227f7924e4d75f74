export { auditSubject as aboutInvoice, recordAbout, settleInvoice } from './settle-invoice.ts'
export { ageOn, invoicesOn, isUnpayable, revenueLines, sumsOfAccounts } from './joins.ts'
export { findInvoiceFor, linesHashOf } from './handlers.ts'
export { dueDayOf } from './rules.ts'
export { reconciles } from './rules/issue.ts'
export { findInvoiceLogo } from './store-moves.ts'
export { findProviderPayment, lastPaymentAt, postingsIn } from './store-payments.ts'
export {
  findInvoice,
  issuedInOrder,
  issuedPage,
  issuedWith,
  firstLinesOf,
  linesOf,
  linesOfAll,
  lockInvoice,
  openInvoicesAfter,
  type IssuedRange,
  type OpenInvoice,
} from './store.ts'
export type { FrozenBrand, InvoiceRow, LineRow } from './tables.ts'
