import { domain } from '../../domain.ts'
import { payments } from './contract.ts'
import { endCheckouts } from './jobs/end-checkouts.ts'
import { forgetKeys } from './jobs/forget-keys.ts'
import { payableInvoiceKind } from './kind.ts'
import type { PaymentParts } from './parts.ts'
import routes from './routes.ts'

export default domain({
  name: 'payments',
  contract: payments,
  handlers: routes,
  kinds: { payable_invoice: payableInvoiceKind },
  schedules: (parts: PaymentParts) => [
    { name: 'checkouts', everySeconds: 5, work: (context) => endCheckouts(parts, context) },
    { name: 'payment-keys', everySeconds: 3_600, work: (context) => forgetKeys(parts, context) },
  ],
  jobActions: ['client_invoice.cancel_checkout', 'client_invoice.settle_by_provider', 'client_invoice.raise_payment'],
})
