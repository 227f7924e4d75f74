export { verifyDelivery } from './verify-delivery.ts'
