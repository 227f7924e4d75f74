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
} from './rules/bookings.ts'

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
const SaveAccountingSettings = namedObject('SaveAccountingSettings', settings)
export const AccountingSettings = namedObject('AccountingSettings', { ...settings, updatedAt: maybe(Time) })

const debtorAccount = maybe(Type.String({ pattern: debtorPattern, examples: ['10023'] }))
const SaveClientAccounting = namedObject('SaveClientAccounting', { debtorAccount })
export const ClientAccounting = namedObject('ClientAccounting', { debtorAccount, updatedAt: maybe(Time) })

const account = resource('client_account', 'params.clientAccountId')
const path = '/v1/api/client-billing/accounting'

export const getAccountingSettings = operation({
  method: 'GET',
  path,
  summary: 'Read the accounting settings: DATEV numbers and the account of each tax class',
  reach: 'call',
  access: to('agency'),
  replies: { 200: AccountingSettings },
  audit: { refusals: 'accounting_settings.get' },
  reads: { accounting_settings: 'all' },
})

export const saveAccountingSettings = operation({
  method: 'PUT',
  path,
  summary: 'Save the accounting settings: DATEV numbers and the account of each tax class',
  reach: { page: '/invoices/identity' },
  access: to('administrator'),
  body: SaveAccountingSettings,
  replies: { 200: AccountingSettings },
  audit: { action: 'accounting_settings.save', category: 'update', event: 'accounting_settings.saved' },
})

export const getClientAccounting = operation({
  method: 'GET',
  path: `${path}/{clientAccountId}`,
  summary: 'Read the debtor account of a client account',
  reach: 'call',
  access: to('agency', account),
  replies: { 200: ClientAccounting },
  audit: { refusals: 'client_accounting.get' },
  reads: { client_accounting: 'all' },
})

export const saveClientAccounting = operation({
  method: 'PUT',
  path: `${path}/{clientAccountId}`,
  summary: 'Set the debtor account of a client account; null removes it',
  reach: { page: '/clients/{clientAccountId}' },
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
  summary: 'Download a DATEV posting batch of the invoices issued or voided in a period',
  reach: 'transfer',
  access: { ...to('agency'), scope: 'write' },
  heavy: true,
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
      message: 'The first day is after the last day. Swap them.',
    },
    twoYears: {
      status: 400,
      code: 'datev_two_fiscal_years',
      message: 'A posting batch covers one fiscal year, and this period spans two. Request each separately.',
    },
    lacking: conflict({
      code: 'accounting_lacks',
      message:
        'The accounting settings are incomplete, and no file was made. Debtor accounts have one digit more than ledger accounts.',
      details: LackingAccounts,
    }),
    otherCurrencies: conflict({
      code: 'datev_other_currencies',
      message:
        'DATEV needs an exchange rate for postings in another currency, and none is recorded here. Post those invoices by hand, and leave them out.',
      details: InvoicesNotPosted,
    }),
    tooLarge: conflict({
      code: 'datev_amount_too_large',
      message: 'A DATEV posting has at most ten digits before the decimal point. Some invoices have a larger amount.',
      details: InvoicesNotPosted,
    }),
    tooMany: conflict({
      code: 'datev_too_many_rows',
      message: 'This period has more than 20,000 postings. Request fewer days.',
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
