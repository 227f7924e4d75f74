export { deliveryReaders, openPayments, type Payments } from './open-payments.ts'
export { PaymentFailure } from './provider.ts'
export type { CheckoutRequest, EndedCheckout, MovedNotice, PaidNotice, PaymentAccount } from './provider.ts'
export type { PaymentNotice, PaymentProviderId } from './provider.ts'
