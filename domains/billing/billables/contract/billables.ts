import { Type } from 'typebox'
import { conflict, contract, operation, resource, to } from '../../../../platform/contract/index.ts'
import {
  Id,
  maybe,
  linesText,
  namedObject,
  oneOf,
  paging,
  Sha256,
  text,
  Time,
} from '../../../../platform/contract/schema.ts'
import { billableStatuses, sourceKinds, units, quantityPattern } from '../rules.ts'
import { currencies } from '../rules/currencies.ts'
import { taxClassName } from './identities.ts'

declare module '../../../../platform/contract/access.ts' {
  interface Kinds {
    billable: 'workspace'
  }
}

export const quantity = Type.String({ pattern: quantityPattern, maxLength: 20, examples: ['7.5'] })
export const unitPriceMinor = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [9_500] })
export const amountMinor = Type.Integer({ examples: [71_250] })
export const currency = Type.Unsafe<string>({ type: 'string', enum: [...currencies], examples: ['EUR'] })
export const currencyDecimals = Type.Integer({ minimum: 0, maximum: 3, examples: [2] })
const description = linesText(500, { examples: ['Opening hours on every page'] })

const BillableSource = namedObject(
  'BillableSource',
  { kind: oneOf(sourceKinds), id: maybe(Id) },
  { examples: [{ kind: 'entry', id: null }] },
)

export const Billable = namedObject('Billable', {
  id: Id,
  clientAccountId: Id,
  correctsId: maybe(Id),
  currency,
  currencyDecimals,
  taxClass: taxClassName,
  description,
  quantity,
  unit: oneOf(units),
  unitPriceMinor,
  amountMinor,
  source: BillableSource,
  revisionHash: maybe(Sha256),
  status: oneOf(billableStatuses),
  invoiceId: maybe(Type.Unsafe<string>({ ...Id, description: 'The issued invoice that bills it.' })),
  writeOffReason: maybe(Type.String()),
  writtenOffAt: maybe(Time),
  createdAt: Time,
})

export const CreateBillable = namedObject('CreateBillable', {
  clientAccountId: Id,
  currency,
  taxClass: taxClassName,
  description,
  quantity,
  unit: oneOf(units),
  unitPriceMinor,
  source: BillableSource,
})
export const CorrectBillable = namedObject('CorrectBillable', { description, quantity, unitPriceMinor })
export const WriteOffBillable = namedObject('WriteOffBillable', {
  reason: text(1, 500, { examples: ['Agreed in the review of March'] }),
})

const writtenOff = conflict({
  code: 'billable_written_off',
  message: 'This billable was written off. Create another billable instead.',
})
const correctsAnother = conflict({
  code: 'billable_is_a_correction',
  message: 'This billable is a correction. Name the charge that it corrects.',
})
const accountArchived = conflict({
  code: 'client_account_archived',
  message: 'This client account is archived and cannot be billed.',
})

const toAgencyOf = to('agency', resource('billable', 'params.id'))

export const listBillables = operation({
  method: 'GET',
  path: '/v1/api/client-billing/billables',
  summary: 'List billables, newest first',
  reach: 'call',
  access: to('agency'),
  query: Type.Object({
    ...paging,
    clientAccountId: Type.Optional(Id),
    status: Type.Optional(oneOf(billableStatuses)),
  }),
  replies: { 200: Type.Array(Billable) },
  audit: { refusals: 'billable.list' },
  reads: { client_invoice: 'all', billable: 'all' },
})

export const createBillable = operation({
  method: 'POST',
  path: '/v1/api/client-billing/billables',
  summary: 'Record a charge for a client account. A charge for approved work stores the approved hash',
  reach: 'call',
  access: to('agency', resource('client_account', 'body.clientAccountId')),
  body: CreateBillable,
  replies: { 201: Billable },
  errors: {
    accountArchived,
    notApproved: conflict({
      code: 'billable_source_not_approved',
      message: 'The decision behind this billable is not an approval. Bill approved work, or record it as an entry.',
    }),
    ofAnotherAccount: conflict({
      code: 'billable_source_of_another_account',
      message:
        'The source of this billable belongs to a project outside this client account. Add the project to the account first.',
    }),
  },
  audit: { action: 'billable.create', category: 'create', event: 'billable.created' },
})

export const correctBillable = operation({
  method: 'POST',
  path: '/v1/api/client-billing/billables/{id}/corrections',
  summary: 'Correct a charge with a correction row. A negative quantity reduces it',
  reach: 'call',
  access: toAgencyOf,
  body: CorrectBillable,
  replies: { 201: Billable },
  errors: {
    writtenOff,
    correctsAnother,
    tooMuch: conflict({
      code: 'correction_exceeds_charge',
      message: 'This correction would reduce the charge below zero. Reduce it by less.',
    }),
  },
  audit: { action: 'billable.correct', category: 'create', event: 'billable.corrected' },
})

export const writeOffBillable = operation({
  method: 'POST',
  path: '/v1/api/client-billing/billables/{id}/write-off',
  summary: 'Write off an uninvoiced charge with its corrections. It is never billed',
  reach: { page: '/invoices/billables' },
  access: toAgencyOf,
  body: WriteOffBillable,
  replies: { 200: Billable },
  errors: {
    writtenOff,
    correctsAnother,
    invoiced: conflict({
      code: 'billable_invoiced',
      message: 'This charge is on an invoice. Correct it: the correction is billed as a credit note.',
    }),
  },
  audit: { action: 'billable.write_off', category: 'update', severity: 'notice', event: 'billable.written_off' },
})

export const billables = contract({ listBillables, createBillable, correctBillable, writeOffBillable })
