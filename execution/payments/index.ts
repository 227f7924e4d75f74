export { deliveryReaders, openPayments, type Payments } from './open-payments.ts'
export {
  PaymentFailure,
  type CheckoutRequest,
  type EndedCheckout,
  type MovedNotice,
  type PaidNotice,
  type PaymentAccount,
  type PaymentNotice,
  type PaymentProviderId,
} from './provider.ts'
