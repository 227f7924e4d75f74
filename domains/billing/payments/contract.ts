import { Type } from 'typebox'
import { bytes, contract, operation, resource, to, conflict } from '../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, paging, text, Time } from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import { mismatches, noticeOutcomes, paymentProviders } from './rules.ts'

const Failed = namedObject('PaymentProviderFailure', {
  reason: Type.String({ examples: ['amount_too_small'], description: 'The provider’s code.' }),
})

/** Why there is no page to pay on. */
const linkErrors = {
  notPayable: conflict({
    code: 'invoice_not_payable',
    message:
      'Nothing is due: the invoice is a draft, void or paid. Name an amount to record more money for a paid invoice.',
  }),
  nothingToPay: conflict({
    code: 'invoice_nothing_to_pay',
    message: 'This invoice has nothing to pay: nothing of it is due.',
  }),
  otherOpen: conflict({
    code: 'invoice_checkout_open_elsewhere',
    message:
      'A checkout page for another amount, or of the previously connected provider, is still open for this invoice. Try again once it is closed.',
  }),
  tooLarge: conflict({
    code: 'invoice_total_above_provider_maximum',
    message:
      'The total is more than the payment provider takes in one payment. Let the client pay it by bank transfer.',
  }),
  inexact: conflict({
    code: 'invoice_total_not_representable',
    message:
      'The payment provider cannot charge this exact amount in this currency because it rounds. Let the client pay by bank transfer.',
  }),
  refused: conflict({
    code: 'payment_provider_refused',
    message: 'The payment provider refused to open a checkout page. `reason` has its code.',
    details: Failed,
  }),
  notConnected: {
    status: 501,
    code: 'no_payment_provider',
    message:
      'No payment provider is connected, or its webhook has no secret yet. The invoice can still be paid by bank transfer.',
  },
  unavailable: {
    status: 502,
    code: 'payment_provider_unavailable',
    message: 'The payment provider is not responding correctly at the moment. Nothing was paid; try again.',
    retryAfterSeconds: 10,
  },
} as const

const notConnected = conflict({
  code: 'payment_provider_not_connected',
  message: 'No payment provider is connected. Connect one first.',
})

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    payable_invoice: 'workspace'
  }
}

/** Limit of a delivery; the largest events of Stripe, and Adyen's batches, have some tens of kibibytes. */
export const noticeMostBytes = 262_144

const visible = '^[\\x21-\\x7e]+$'

export const PaymentProviderState = namedObject('PaymentProviderState', {
  provider: maybe(oneOf(paymentProviders)),
  live: Type.Boolean(),
  merchantAccount: maybe(Type.String()),
  livePrefix: maybe(Type.String()),
  apiKeyEnding: maybe(Type.String()),
  takesPayments: Type.Boolean(),
  webhookUrl: maybe(Type.String()),
  lastNoticeAt: maybe(Time),
  connectedAt: maybe(Time),
})

export const ConnectPaymentProvider = namedObject('ConnectPaymentProvider', {
  provider: oneOf(paymentProviders),
  apiKey: Type.Optional(text(1, 500, { pattern: visible, examples: ['rk_live_k3Zq0v'] })),
  webhookSecret: Type.Optional(text(1, 500, { pattern: visible, examples: ['whsec_8sQ2x'] })),
  merchantAccount: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,80}$', examples: ['NorthwindECOM'] })),
  livePrefix: Type.Optional(
    maybe(Type.String({ pattern: '^[0-9a-f]{16}-[A-Za-z0-9]{1,50}$', examples: ['1797a841fbb37ca7-Northwind'] })),
  ),
})

export const PaymentProviderTest = namedObject('PaymentProviderTest', {
  works: Type.Boolean(),
  reason: maybe(Type.String()),
  lastNoticeAt: maybe(Time),
})

export const PaymentLink = namedObject('PaymentLink', {
  successUrl: Type.Optional(text(1, 2_000, { format: 'uri', examples: ['https://agency.example/thanks'] })),
})

export const ClientPaymentLink = namedObject('ClientPaymentLink', {
  url: Type.String({ examples: ['https://checkout.stripe.com/c/pay/cs_live_a1'] }),
  reference: Type.String({ examples: ['cs_live_a1'] }),
})

const access = to('administrator')
const path = '/v1/api/client-billing/payment-provider'

export const getPaymentProvider = operation({
  method: 'GET',
  path,
  summary: 'Read the workspace’s payment provider and its webhook address',
  reach: 'call',
  access,
  replies: { 200: PaymentProviderState },
  audit: { refusals: 'payment_provider.get' },
  reads: { payment_provider: 'all' },
})

export const connectPaymentProvider = operation({
  method: 'PUT',
  path,
  summary: 'Connect a payment provider or update its keys. Omitted fields stay as they are',
  reach: { page: '/invoices/payments' },
  access,
  body: ConnectPaymentProvider,
  replies: { 200: PaymentProviderState },
  errors: {
    otherConnected: conflict({
      code: 'other_payment_provider_connected',
      message: 'Another payment provider is connected. Disconnect it first.',
    }),
    checkoutsOpen: conflict({
      code: 'payment_checkouts_open',
      message:
        'Clients can still pay on checkout pages of the connected account. Wait until they are closed, which takes a day at most, or disconnect the account first: that closes them.',
    }),
    noVault,
  },
  audit: {
    action: 'payment_provider.connect',
    category: 'update',
    severity: 'notice',
    event: 'payment_provider.connected',
  },
  replay: false,
})

export const disconnectPaymentProvider = operation({
  method: 'DELETE',
  path,
  summary: 'Disconnect the payment provider. Open checkout pages are closed',
  reach: { page: '/invoices/payments' },
  access,
  replies: { 200: PaymentProviderState },
  errors: { notConnected },
  audit: {
    action: 'payment_provider.disconnect',
    category: 'delete',
    severity: 'notice',
    event: 'payment_provider.disconnected',
  },
})

export const testPaymentProvider = operation({
  method: 'POST',
  path: `${path}/test`,
  summary: 'Test the key of the payment provider',
  reach: 'call',
  access,
  replies: { 200: PaymentProviderTest },
  errors: { notConnected, noVault },
  audit: { action: 'payment_provider.test', category: 'execute' },
  effect: 'outside',
})

export const createClientInvoicePaymentLink = operation({
  method: 'POST',
  path: '/v1/api/client-billing/invoices/{id}/payment-link',
  summary: 'Get a checkout page for an invoice. Reuses an open page',
  clientPortal: true,
  reach: { page: '/invoices/{id}' },
  access: to('participant', resource('payable_invoice', 'params.id')),
  body: PaymentLink,
  replies: { 200: ClientPaymentLink },
  errors: { ...linkErrors, noVault },
  audit: { action: 'client_invoice.open_checkout', category: 'create', event: 'client_invoice.checkout_opened' },
  effect: 'outside',
})

export const PaymentNotice = namedObject('PaymentNotice', {
  id: Id,
  provider: oneOf(paymentProviders),
  invoiceId: maybe(Id),
  paymentReference: Type.String(),
  currency: Type.String({ examples: ['EUR'] }),
  providerAmount: Type.Integer({ examples: [11_900] }),
  outcome: oneOf(noticeOutcomes),
  reason: maybe(oneOf(mismatches)),
  createdAt: Time,
})

export const listPaymentNotices = operation({
  method: 'GET',
  path: '/v1/api/client-billing/payment-notices',
  summary: 'List payment notifications from providers with their outcome, newest first',
  reach: 'call',
  access: to('agency'),
  query: Type.Object({ ...paging, outcome: Type.Optional(oneOf(noticeOutcomes)) }),
  replies: { 200: Type.Array(PaymentNotice) },
  audit: { refusals: 'payment_notice.list' },
  reads: { client_invoice: 'all' },
})

export const takePaymentNotice = operation({
  method: 'POST',
  path: '/v1/api/client-billing/webhooks/{provider}/{token}',
  summary: 'Receive a signed webhook of a payment provider',
  workspace: 'none',
  reach: 'transfer',
  access: to('public'),
  body: bytes('application/json'),
  bodyLimit: noticeMostBytes,
  replies: { 200: namedObject('PaymentNoticeTaken', { notificationResponse: Type.Literal('[accepted]') }) },
  errors: {
    unknown: {
      status: 404,
      code: 'payment_webhook_not_found',
      message: 'No webhook of a payment provider has this address. Copy it from the payment provider of the workspace.',
    },
    unsigned: {
      status: 400,
      code: 'payment_notice_not_signed',
      message: 'The signature does not match the body or is too old. The notification was ignored.',
    },
    noVault,
  },
  audit: {
    none: 'A payment is recorded in the workspace of its invoice.',
    elsewhere: ['client_invoice.settle_by_provider', 'client_invoice.raise_payment'],
  },
  replay: false,
  effect: 'outside',
})

export const payments = contract({
  getPaymentProvider,
  connectPaymentProvider,
  disconnectPaymentProvider,
  testPaymentProvider,
  createClientInvoicePaymentLink,
  listPaymentNotices,
  takePaymentNotice,
})
