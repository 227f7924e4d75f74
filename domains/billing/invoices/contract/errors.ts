import { Type } from 'typebox'
import { namedObject } from '../../../../platform/contract/schema.ts'

const which = namedObject('DraftObstacle', { which: Type.Array(Type.String()) })
const naming = <const Code extends string>(code: Code, message: string) =>
  ({ status: 409, code, message, details: which }) as const

/** Why billables make no draft. */
export const draftErrors = {
  unknownBillable: {
    status: 404,
    code: 'invoice_billable_not_found',
    message: 'This workspace has no billables with the ids that `which` names.',
    details: which,
  },
  unknownReplaced: {
    status: 404,
    code: 'invoice_replaced_not_found',
    message: 'This workspace has no invoice with the id that is to be replaced.',
  },
  twoCustomers: naming(
    'invoice_two_customers',
    'The billables are of several client accounts, which `which` names. Draft one invoice for each.',
  ),
  twoCurrencies: naming(
    'invoice_two_currencies',
    'The billables are in several currencies, which `which` names. Draft one invoice for each.',
  ),
  writtenOff: naming(
    'invoice_billable_written_off',
    'The billables that `which` names were written off. Leave them out.',
  ),
  alreadyInvoiced: naming(
    'invoice_billable_invoiced',
    'The billables that `which` names are on an invoice already. Leave them out, or void that invoice first.',
  ),
  chargeNeverInvoiced: naming(
    'invoice_charge_never_invoiced',
    'The corrections that `which` names correct a charge that was never invoiced. Bill the charge together with them.',
  ),
  netsToZero: naming(
    'invoice_charge_nets_to_zero',
    'The charges that `which` names come to zero with their corrections. Leave both out, or write the charge off.',
  ),
  noRate: naming(
    'invoice_tax_class_without_rate',
    'The tax classes that `which` names have no rate. Give one in taxRatesBps, or in the billing identity.',
  ),
  rateContradicts: naming(
    'invoice_tax_rate_contradicts_class',
    'The tax classes that `which` names cannot have the rate given for them. Only the category S has one, above zero.',
  ),
  tooLarge: naming(
    'invoice_total_too_large',
    'The total that `which` names, in minor units, is more than an invoice can represent. Bill it in parts.',
  ),
  replacedNotVoid: {
    status: 409,
    code: 'invoice_replaced_not_void',
    message: 'The invoice to be replaced is not void. Void it first; a correction never edits an invoice.',
  },
  replacedOfAnother: {
    status: 409,
    code: 'invoice_replaced_of_another_customer',
    message: 'The invoice to be replaced is another client account’s. Draft the invoice without replacing it.',
  },
  refusedByDatabase: {
    status: 422,
    code: 'invoice_refused_by_constraint',
    message: 'A constraint refused the draft, and nothing was stored. Its due date may not lie before its creation.',
  },
} as const
