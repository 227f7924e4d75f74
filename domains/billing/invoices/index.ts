export { auditSubject as aboutInvoice } from './audit-subject.ts'
export { ageOn, invoicesOn, isUnpayable, revenueLines, sumsOfAccounts } from './joins.ts'
export { findInvoiceFor } from './find-invoice-for.ts'
export { dueDayOf } from './rules/due-day.ts'
export { linesHashOf } from './lines-hash.ts'
export { reconciles } from './rules/issue.ts'
export { settleInvoice } from './settle-invoice.ts'
export { findInvoiceLogo } from './store-moves.ts'
export { findProviderPayment, lastPaymentAt } from './store-payments.ts'
export { postingsIn } from './store-postings.ts'
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
