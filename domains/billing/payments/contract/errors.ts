import { Type } from 'typebox'
import { conflict } from '../../../../platform/contract/index.ts'
import { namedObject } from '../../../../platform/contract/schema.ts'

const Failed = namedObject('PaymentProviderFailure', {
  reason: Type.String({ examples: ['amount_too_small'], description: 'The provider’s code.' }),
})

/** Why there is no page to pay on. */
export const linkErrors = {
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

/** Why a provider is not connected or asked. */
export const providerErrors = {
  otherConnected: conflict({
    code: 'other_payment_provider_connected',
    message: 'Another payment provider is connected. Disconnect it first.',
  }),
  checkoutsOpen: conflict({
    code: 'payment_checkouts_open',
    message:
      'Clients can still pay on checkout pages of the connected account. Wait until they are closed, which takes a day at most, or disconnect the account first: that closes them.',
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
    message: 'The signature does not match the body or is too old. The notification was ignored.',
  },
} as const
