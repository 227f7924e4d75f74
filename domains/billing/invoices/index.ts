export { about as aboutInvoice } from './about.ts'
export { settleInvoiceRow } from './store-moves.ts'
export { findInvoice, lockInvoice } from './store.ts'
export type { InvoiceRow } from './tables.ts'
