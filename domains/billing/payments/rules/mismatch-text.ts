import { isRecordedAnyway, type Mismatch, type PaymentProvider } from '../rules.ts'

interface Payment {
  readonly provider: PaymentProvider
  readonly paymentReference: string
  readonly invoiceNumber: string | null
}

const labels: Readonly<Record<PaymentProvider, string>> = { stripe: 'Stripe', adyen: 'Adyen' }

const differences: Readonly<Record<Mismatch, string>> = {
  unknown_checkout: 'it names a page to pay on that this workspace never opened',
  other_invoice: 'it names another invoice than the page that it was paid on',
  other_checkout: 'it was paid on another page than the one that was opened for the invoice',
  other_account: 'it went to another merchant account than the one that is connected',
  other_mode: 'it was made in another mode (test or live) than the key that is connected',
  other_currency: 'it is in another currency than the invoice',
  other_amount: 'it is another amount than the invoice asks for',
  invoice_void: 'the invoice was voided',
  invoice_paid: 'the invoice was paid already',
  not_taken: 'this server could not record it because of an error',
}

/** The letter about a payment that settles no invoice. */
export const mismatchText = (reason: Mismatch, { provider, paymentReference, invoiceNumber }: Payment): string => {
  const invoice = invoiceNumber === null ? '' : ` for the invoice ${invoiceNumber}`
  return `${labels[provider]} reports the payment ${paymentReference}${invoice}, but ${differences[reason]}. ${isRecordedAnyway(reason) ? 'It was recorded with the invoice as it came.' : 'No invoice was marked as paid by it.'}`
}

export const mismatchAdvice = [
  'Look the payment up at the provider. Refund it there, which is recorded with the invoice of a payment that was; or record by hand what it pays: atelier invoices paid.',
  'All such payments: atelier payments list --outcome mismatched.',
]
