import connectPaymentProvider from './operations/connect-payment-provider.ts'
import createClientInvoicePaymentLink from './operations/create-client-invoice-payment-link.ts'
import disconnectPaymentProvider from './operations/disconnect-payment-provider.ts'
import getPaymentProvider from './operations/get-payment-provider.ts'
import listPaymentNotices from './operations/list-payment-notices.ts'
import takePaymentNotice from './operations/take-payment-notice.ts'
import testPaymentProvider from './operations/test-payment-provider.ts'
import type { PaymentParts } from './parts.ts'

export default (parts: PaymentParts) => ({
  connectPaymentProvider: connectPaymentProvider(parts),
  createClientInvoicePaymentLink: createClientInvoicePaymentLink(parts),
  disconnectPaymentProvider,
  getPaymentProvider: getPaymentProvider(parts),
  listPaymentNotices,
  takePaymentNotice: takePaymentNotice(parts),
  testPaymentProvider: testPaymentProvider(parts),
})
