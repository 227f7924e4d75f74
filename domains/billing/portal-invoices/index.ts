export { findInvoiceForSeat } from './handlers.ts'
