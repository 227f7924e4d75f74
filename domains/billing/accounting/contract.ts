import { Type } from 'typebox'
import { bytes, conflict, contract, operation, resource, to } from '../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, Time } from '../../../platform/contract/schema.ts'
import { taxClassName } from '../billables/contract/identities.ts'
import { day, noSuchDay } from '../reports/contract.ts'
import {
  clientBounds,
  consultantBounds,
  debtorPattern,
  ledgerPattern,
  lengths,
  taxKeyPattern,
} from './rules/numbers.ts'

export const charts = ['03', '04'] as const

const TaxAccount = namedObject('TaxAccount', {
  taxClass: taxClassName,
  revenueAccount: Type.String({ pattern: ledgerPattern, examples: ['8400'] }),
  taxKey: maybe(Type.String({ pattern: taxKeyPattern, examples: ['3'] })),
})

const integer = ({ least, most }: { readonly least: number; readonly most: number }, example: number) =>
  Type.Integer({ minimum: least, maximum: most, examples: [example] })

const settings = {
  consultantNumber: maybe(integer(consultantBounds, 29_098)),
  clientNumber: maybe(integer(clientBounds, 55_003)),
  fiscalYearStartMonth: integer({ least: 1, most: 12 }, 1),
  accountLength: integer(lengths, 4),
  chart: maybe(oneOf(charts)),
  taxAccounts: Type.Array(TaxAccount, { maxItems: 50, examples: [[]] }),
}
export const SaveAccountingSettings = namedObject('SaveAccountingSettings', settings)
export const AccountingSettings = namedObject('AccountingSettings', { ...settings, updatedAt: maybe(Time) })

const debtorAccount = maybe(Type.String({ pattern: debtorPattern, examples: ['10023'] }))
export const SaveClientAccounting = namedObject('SaveClientAccounting', { debtorAccount })
export const ClientAccounting = namedObject('ClientAccounting', { debtorAccount, updatedAt: maybe(Time) })

const account = resource('client_account', 'params.clientAccountId')
const path = '/v1/api/client-billing/accounting'

export const getAccountingSettings = operation({
  method: 'GET',
  path,
  summary: 'Read how invoices are posted: numbers at DATEV, and the account of each tax class',
  access: to('agency'),
  replies: { 200: AccountingSettings },
  audit: { refusals: 'accounting_settings.get' },
  reads: { accounting_settings: 'all' },
})

export const saveAccountingSettings = operation({
  method: 'PUT',
  path,
  summary: 'Say how invoices are posted: numbers at DATEV, and the account of each tax class',
  access: to('administrator'),
  body: SaveAccountingSettings,
  replies: { 200: AccountingSettings },
  audit: { action: 'accounting_settings.save', category: 'update', event: 'accounting_settings.saved' },
})

export const getClientAccounting = operation({
  method: 'GET',
  path: `${path}/{clientAccountId}`,
  summary: 'Read which account in the books is that of a client account',
  access: to('agency', account),
  replies: { 200: ClientAccounting },
  audit: { refusals: 'client_accounting.get' },
  reads: { client_accounting: 'all' },
})

export const saveClientAccounting = operation({
  method: 'PUT',
  path: `${path}/{clientAccountId}`,
  summary: 'Say which account in the books is that of a client account; null where it has none',
  access: to('administrator', account),
  body: SaveClientAccounting,
  replies: { 200: ClientAccounting },
  audit: { action: 'client_accounting.save', category: 'update', event: 'client_accounting.saved' },
})

const LackingAccounts = namedObject('LackingAccounts', {
  fields: Type.Array(oneOf(['consultantNumber', 'clientNumber'])),
  taxClasses: Type.Array(Type.String({ examples: ['reduced'] })),
  clients: Type.Array(namedObject('LackingClient', { id: Id, name: Type.String({ examples: ['Globex Ltd'] }) })),
})
const InvoicesNotPosted = namedObject('InvoicesNotPosted', {
  which: Type.Array(Type.String({ examples: ['2026-0007'] })),
})

export const exportDatevBookings = operation({
  method: 'GET',
  path: '/v1/api/client-billing/datev',
  summary: 'Download the postings of invoices that were issued or voided on some days, as DATEV imports them',
  access: to('agency'),
  replay: false,
  query: Type.Object({
    from: { ...day, description: 'The first day, in the time zone of the workspace.' },
    to: { ...day, description: 'The last day, in the same fiscal year.' },
    euroOnly: Type.Optional(
      Type.Boolean({ default: false, description: 'Leaves invoices in other currencies out, instead of refusing.' }),
    ),
  }),
  replies: {
    200: bytes('text/csv', { 'content-disposition': 'attachment; filename="EXTF_Buchungsstapel.csv"' }),
  },
  errors: {
    noSuchDay,
    reversed: {
      status: 400,
      code: 'days_reversed',
      message: 'The first day is behind the last one. Exchange them.',
    },
    twoYears: {
      status: 400,
      code: 'datev_two_fiscal_years',
      message: 'A posting batch is of one fiscal year, and these days lie in two. Ask for each by itself.',
    },
    lacking: conflict({
      code: 'accounting_lacks',
      message:
        'Nobody has said what these postings need: `fields` of the accounting settings, the accounts of `taxClasses`, and the debtor accounts of `clients`, with one digit more than ledger accounts.',
      details: LackingAccounts,
    }),
    otherCurrencies: conflict({
      code: 'datev_other_currencies',
      message:
        'DATEV takes a posting in another currency with its rate alone, which nobody recorded here. Post the invoices that `which` names by hand, and leave them out with `euroOnly`.',
      details: InvoicesNotPosted,
    }),
    tooLarge: conflict({
      code: 'datev_amount_too_large',
      message:
        'A posting of DATEV has at most ten digits before the comma. The invoices that `which` names have an amount beyond that.',
      details: InvoicesNotPosted,
    }),
    tooMany: conflict({
      code: 'datev_too_many_rows',
      message: 'These are more than 20,000 postings. Ask for fewer days.',
    }),
  },
  audit: { action: 'client_invoice.export_datev', category: 'export', severity: 'notice' },
})

export const accounting = contract({
  getAccountingSettings,
  saveAccountingSettings,
  getClientAccounting,
  saveClientAccounting,
  exportDatevBookings,
})
