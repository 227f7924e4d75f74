export { ensureBill, type BillParts } from './make-bill.ts'
export { billWithSha256, findBill, noteDelivered } from './store.ts'
