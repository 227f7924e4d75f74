export { isAdyenHmacKey } from './adyen-signature.ts'
export { isAdyenLivePrefix } from './adyen.ts'
export { deliveryReaders, openPayments, type Payments } from './open-payments.ts'
export {
  PaymentFailure,
  paymentProviderIds,
  type CheckoutRequest,
  type EndedCheckout,
  type OpenedCheckout,
  type PaidNotice,
  type PaymentAccount,
  type PaymentNotice,
  type PaymentProviderId,
} from './provider.ts'
