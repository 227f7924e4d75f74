import type { DraftObstacle } from './draft.ts'

/** The code and the sentences of each obstacle: the console shows them before the server does. */
export const obstacleErrors = {
  twoCustomers: {
    code: 'invoice_two_customers',
    message: 'The billables are of several client accounts. Draft one invoice for each.',
  },
  twoCurrencies: {
    code: 'invoice_two_currencies',
    message: 'The billables are in several currencies. Draft one invoice for each.',
  },
  writtenOff: {
    code: 'invoice_billable_written_off',
    message: 'Some of these billables were written off. Draft an invoice without them.',
  },
  alreadyInvoiced: {
    code: 'invoice_billable_invoiced',
    message: 'Some of these billables are on an invoice already. Draft one without them, or void that invoice first.',
  },
  chargeNeverInvoiced: {
    code: 'invoice_charge_never_invoiced',
    message: 'Some of these corrections correct a charge that was never invoiced. Bill the charge together with them.',
  },
  netsToZero: {
    code: 'invoice_charge_nets_to_zero',
    message:
      'Some of these charges come to zero, by themselves or with their corrections. Leave them out, or write the charge off.',
  },
  noRate: {
    code: 'invoice_tax_class_without_rate',
    message: 'A tax class has no rate. Give it one for this invoice, or in the billing identity.',
  },
  rateContradicts: {
    code: 'invoice_tax_rate_contradicts_class',
    message: 'A tax class cannot have the rate given for it. Only the category S has one, above zero.',
  },
  tooLarge: {
    code: 'invoice_total_too_large',
    message: 'The total is more than an invoice can represent. Bill it in parts.',
  },
} as const satisfies Readonly<Record<DraftObstacle, { readonly code: string; readonly message: string }>>
