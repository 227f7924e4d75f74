export { reachSeated } from './find-invoice-for-seat.ts'
