import { isAgency } from '../../../../platform/access/index.ts'
import { PaymentFailure } from '../../../../execution/payments/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { aboutInvoice } from '../../invoices/index.ts'
import { createClientInvoicePaymentLink } from '../contract.ts'
import { beginCheckout, openAtProvider } from '../open-checkout.ts'
import type { PaymentParts } from '../parts.ts'
import { isReturnAddress } from '../rules/return-address.ts'

export default (parts: PaymentParts) =>
  handle(createClientInvoicePaymentLink, async ({ params, body, caller, workspace, fail, invalid, commit }) => {
    const home = parts.linkTo('/')
    const successUrl = body.successUrl ?? home
    if (!isReturnAddress(successUrl, { home, isAgency: isAgency(caller.role) })) return invalid([wrongAddress])
    const wanted = { invoiceId: params.id, successUrl, userId: caller.userId }
    const begun = await parts.database.within(workspace, (tx) => beginCheckout(tx, parts, wanted))
    if (typeof begun === 'string') return fail[begun]()
    const opened = await openAtProvider(parts, workspace, begun)
    if (opened === 'ended') return fail.notPayable()
    if (opened instanceof PaymentFailure)
      return opened.kind === 'refused' ? fail.refused({ reason: opened.reason }) : fail.unavailable()
    const { checkout, connection, invoice } = begun
    const details = { checkoutId: checkout.id, provider: connection.provider, reference: opened.reference }
    return commit(async ({ ok }) =>
      ok(opened, { ...aboutInvoice(invoice, details), ...(checkout.status === 'open' && { repeated: true as const }) }),
    )
  })

const wrongAddress = {
  path: 'successUrl',
  message: 'has to be an https address; a client may only name one of this server',
  rule: 'address',
}
