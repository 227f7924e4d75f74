import { Type } from 'typebox'
import { conflict } from '../../../../platform/contract/index.ts'
import { namedObject } from '../../../../platform/contract/schema.ts'

const which = namedObject('DraftObstacle', { which: Type.Array(Type.String()) })
const naming = <const Code extends string>(code: Code, message: string) => conflict({ code, message, details: which })

const refusedByDatabase = (message: string) =>
  ({ status: 422, code: 'invoice_refused_by_constraint', message }) as const

const ledgerErrors = {
  writtenOff: naming(
    'invoice_billable_written_off',
    'Some of these billables were written off. Draft an invoice without them.',
  ),
  alreadyInvoiced: naming(
    'invoice_billable_invoiced',
    'Some of these billables are on an invoice already. Draft one without them, or void that invoice first.',
  ),
  chargeNeverInvoiced: naming(
    'invoice_charge_never_invoiced',
    'Some of these corrections correct a charge that was never invoiced. Bill the charge together with them.',
  ),
} as const

/** Why billables make no draft. */
export const draftErrors = {
  unknownBillable: {
    status: 404,
    code: 'invoice_billable_not_found',
    message: 'Some of these billables do not exist in this workspace. List the billables again.',
    details: which,
  },
  unknownReplaced: {
    status: 404,
    code: 'invoice_replaced_not_found',
    message: 'This workspace has no invoice with the id that is to be replaced.',
  },
  twoCustomers: naming(
    'invoice_two_customers',
    'The billables are of several client accounts. Draft one invoice for each.',
  ),
  twoCurrencies: naming(
    'invoice_two_currencies',
    'The billables are in several currencies. Draft one invoice for each.',
  ),
  ...ledgerErrors,
  netsToZero: naming(
    'invoice_charge_nets_to_zero',
    'Some of these charges come to zero with their corrections. Leave both out, or write the charge off.',
  ),
  noRate: naming(
    'invoice_tax_class_without_rate',
    'A tax class has no rate. Give it one for this invoice, or in the billing identity.',
  ),
  rateContradicts: naming(
    'invoice_tax_rate_contradicts_class',
    'A tax class cannot have the rate given for it. Only the category S has one, above zero.',
  ),
  tooLarge: naming('invoice_total_too_large', 'The total is more than an invoice can represent. Bill it in parts.'),
  replacedNotVoid: conflict({
    code: 'invoice_replaced_not_void',
    message: 'The invoice to be replaced is not void. Void it first; a correction never edits an invoice.',
  }),
  replacedOfAnother: conflict({
    code: 'invoice_replaced_of_another_customer',
    message: 'The invoice to be replaced belongs to another client account. Draft the invoice without replacing it.',
  }),
  refusedByDatabase: refusedByDatabase(
    'A constraint refused the draft, and nothing was stored. The due date has to be in the years 2000 to 9999.',
  ),
} as const

/** Why a draft is not issued. */
export const issueErrors = {
  notDraft: conflict({
    code: 'invoice_not_a_draft',
    message: 'Only a draft can be issued. This invoice was issued already, or is void.',
  }),
  noLines: conflict({
    code: 'invoice_without_lines',
    message: 'This invoice has no lines. Void it, and draft another one.',
  }),
  notReconciled: conflict({
    code: 'invoice_not_reconciled',
    message: 'The totals of this invoice are not those of its lines. Void it, and draft another one.',
  }),
  ...ledgerErrors,
  correctionMissing: naming(
    'invoice_correction_missing',
    'A charge on this invoice was corrected, and the correction is not on it. Draft another one with the correction.',
  ),
  refusedByDatabase: refusedByDatabase(
    'A constraint refused to issue it, and nothing changed. The due date has to be in the years 2000 to 9999.',
  ),
} as const

/** Why an invoice is not settled. */
export const payErrors = {
  notIssued: conflict({
    code: 'invoice_not_payable',
    message: 'Only an issued invoice that is neither paid nor void can be marked as paid.',
  }),
  refusedByDatabase: refusedByDatabase(
    'A constraint refused to settle it, and nothing changed. It cannot be paid at a time that is still to come.',
  ),
} as const

/** Why an invoice is not voided. */
export const voidErrors = {
  alreadyVoid: conflict({
    code: 'invoice_void',
    message: 'This invoice is void already.',
  }),
  paid: conflict({
    code: 'invoice_paid',
    message: 'A paid invoice cannot be voided. Correct its billables: the corrections are billed as a credit note.',
  }),
  corrected: naming(
    'invoice_corrected',
    'Corrections of charges on this invoice are on another one. Void that one first.',
  ),
  refusedByDatabase: refusedByDatabase('A constraint refused to void it, and nothing changed.'),
} as const
