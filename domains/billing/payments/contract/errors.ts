import { Type } from 'typebox'
import { conflict } from '../../../../platform/contract/index.ts'
import { namedObject } from '../../../../platform/contract/schema.ts'

const Failed = namedObject('PaymentProviderFailure', {
  reason: Type.String({ examples: ['amount_too_small'], description: 'What the provider calls it.' }),
})

/** Why there is no page to pay on. */
export const linkErrors = {
  notPayable: conflict({
    code: 'invoice_not_payable',
    message: 'Only an invoice that was issued, and is neither paid nor void, can be paid.',
  }),
  nothingToPay: conflict({
    code: 'invoice_nothing_to_pay',
    message: 'This invoice asks for no money: its total is not above zero.',
  }),
  otherProvider: conflict({
    code: 'invoice_checkout_open_elsewhere',
    message:
      'A page to pay this invoice on is still open with the provider that was connected before. Try again once it is closed.',
  }),
  tooLarge: conflict({
    code: 'invoice_total_above_provider_maximum',
    message:
      'The total is more than the payment provider takes in one payment. Let the client pay it by bank transfer.',
  }),
  inexact: conflict({
    code: 'invoice_total_not_representable',
    message:
      'The payment provider has no such amount in this currency: it rounds there. Let the client pay it by bank transfer.',
  }),
  refused: conflict({
    code: 'payment_provider_refused',
    message: 'The payment provider refused to open a page to pay on; `reason` is what it calls that.',
    details: Failed,
  }),
  notConnected: {
    status: 501,
    code: 'no_payment_provider',
    message:
      'No payment provider is connected, or its webhook has no secret yet. The invoice can be paid by bank transfer all the same.',
  },
  unavailable: {
    status: 502,
    code: 'payment_provider_unavailable',
    message: 'The payment provider does not answer as it should at the moment. Nothing was paid; try again.',
    retryAfterSeconds: 10,
  },
} as const

/** Why a provider is not connected or asked. */
export const providerErrors = {
  otherConnected: conflict({
    code: 'other_payment_provider_connected',
    message: 'Another payment provider is connected. Disconnect it first.',
  }),
  notConnected: conflict({
    code: 'payment_provider_not_connected',
    message: 'No payment provider is connected. Connect one first.',
  }),
} as const

/** Why a webhook is not taken. */
export const noticeErrors = {
  unknown: {
    status: 404,
    code: 'payment_webhook_not_found',
    message: 'No webhook of a payment provider has this address. Copy it from the payment provider of the workspace.',
  },
  unsigned: {
    status: 400,
    code: 'payment_notice_not_signed',
    message: 'The signature does not fit the body, or is too old. Nothing of it was read.',
  },
} as const
