export { findInvoiceForSeat } from './find-invoice-for-seat.ts'
