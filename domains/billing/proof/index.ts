export { verifyDelivery, type DeliveryVerdict } from './verify-delivery.ts'
