export { deliveryReaders, openPayments, type Payments } from './open-payments.ts'
export { PaymentFailure } from './provider.ts'
export type {
  CheckoutRequest,
  EndedCheckout,
  MovedNotice,
  PaidNotice,
  PaymentAccount,
  PaymentNotice,
  PaymentProviderId,
} from './provider.ts'
