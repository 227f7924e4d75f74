import { Type } from 'typebox'
import { conflict } from '../../../../platform/contract/index.ts'
import { namedObject } from '../../../../platform/contract/schema.ts'
import { obstacleErrors } from '../rules/draft.ts'

const which = namedObject('DraftObstacle', { which: Type.Array(Type.String()) })
const about = <const Code extends string>(error: { readonly code: Code; readonly message: string }) =>
  conflict({ ...error, details: which })

const refusedByDatabase = (message: string) =>
  ({ status: 422, code: 'invoice_refused_by_constraint', message }) as const

const ledgerErrors = {
  writtenOff: about(obstacleErrors.writtenOff),
  alreadyInvoiced: about(obstacleErrors.alreadyInvoiced),
  chargeNeverInvoiced: about(obstacleErrors.chargeNeverInvoiced),
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
  twoCustomers: about(obstacleErrors.twoCustomers),
  twoCurrencies: about(obstacleErrors.twoCurrencies),
  ...ledgerErrors,
  netsToZero: about(obstacleErrors.netsToZero),
  noRate: about(obstacleErrors.noRate),
  rateContradicts: about(obstacleErrors.rateContradicts),
  tooLarge: about(obstacleErrors.tooLarge),
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
    message: 'This invoice has no lines. Void it, and draft another invoice.',
  }),
  notReconciled: conflict({
    code: 'invoice_not_reconciled',
    message: 'The totals of this invoice do not match its lines. Void it, and draft another invoice.',
  }),
  ...ledgerErrors,
  correctionMissing: about({
    code: 'invoice_correction_missing',
    message:
      'A charge on this invoice was corrected, and the correction is not on it. Draft another invoice with the correction.',
  }),
  refusedByDatabase: refusedByDatabase(
    'A constraint refused to issue it, and nothing changed. The due date has to be in the years 2000 to 9999.',
  ),
} as const

/** Why an invoice is not settled. */
export const payErrors = {
  notIssued: conflict({
    code: 'invoice_not_payable',
    message:
      'Nothing is due: the invoice is a draft, void or paid. Name an amount to record more money for a paid invoice.',
  }),
  moreThanPaid: conflict({
    code: 'invoice_paid_less',
    message: 'Less was paid for this invoice than is to go back. Record the payment first, or name a smaller amount.',
  }),
  creditLess: conflict({
    code: 'invoice_credit_less',
    message: 'The client account has less credit in this currency, or less is due. Name a smaller amount.',
  }),
  refusedByDatabase: refusedByDatabase(
    'A constraint refused to record it, and nothing changed. Money cannot move at a time that is still to come, and an invoice has at most 1,000 payments.',
  ),
} as const

/** Why an invoice is not voided. */
export const voidErrors = {
  alreadyVoid: conflict({ code: 'invoice_void', message: 'This invoice is void already.' }),
  paid: conflict({
    code: 'invoice_paid',
    message: 'A paid invoice cannot be voided. Correct its billables: the corrections are billed as a credit note.',
  }),
  corrected: about({
    code: 'invoice_corrected',
    message: 'Corrections of charges on this invoice are on another invoice. Void that invoice first.',
  }),
  refusedByDatabase: refusedByDatabase('A constraint refused to void it, and nothing changed.'),
} as const
