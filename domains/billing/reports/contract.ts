import { Type } from 'typebox'
import { bytes, contract, operation, to } from '../../../platform/contract/index.ts'
import { Id, namedObject } from '../../../platform/contract/schema.ts'
import { amountMinor, currency, currencyDecimals } from '../billables/contract/billables.ts'

const day = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', examples: ['2026-03-31'] })

const AgingRow = namedObject('AgingRow', {
  clientAccountId: Id,
  currency,
  currencyDecimals,
  currentMinor: amountMinor,
  upTo30Minor: amountMinor,
  upTo60Minor: amountMinor,
  upTo90Minor: amountMinor,
  over90Minor: amountMinor,
  totalMinor: amountMinor,
})

export const AgingReport = namedObject('AgingReport', {
  asOf: day,
  timeZone: Type.String({ examples: ['Europe/Berlin'] }),
  rows: Type.Array(AgingRow),
})

const noSuchDay = {
  status: 400,
  code: 'day_not_in_calendar',
  message: 'That day is not in the calendar. Write one that is, such as 2026-02-28.',
} as const

export const getAgingReport = operation({
  method: 'GET',
  path: '/v1/api/client-billing/aging',
  summary: 'Read what was owed on a day, by client account, currency and how long it was overdue',
  access: to('agency'),
  query: Type.Object({ asOf: Type.Optional(day) }),
  replies: { 200: AgingReport },
  errors: {
    noSuchDay,
    tooLarge: {
      status: 409,
      code: 'aging_sum_too_large',
      message: 'A sum of a client account is more than this report can represent. Read its invoices one by one.',
    },
    tooMany: {
      status: 409,
      code: 'aging_too_many_rows',
      message: 'More than 10,000 client accounts owe something. Read the invoices, or export them.',
    },
  },
  audit: { refusals: 'client_invoice.aging' },
})

export const exportClientInvoices = operation({
  method: 'GET',
  path: '/v1/api/client-billing/export',
  summary: 'Download the issued invoices as a table (CSV), in the order of their numbers',
  access: to('agency'),
  effect: 'outside',
  replay: false,
  query: Type.Object({
    from: Type.Optional({ ...day, description: 'The first day of issue, in the time zone of the workspace.' }),
    to: Type.Optional({ ...day, description: 'The last day of issue.' }),
  }),
  replies: { 200: bytes('text/csv', { 'content-disposition': 'attachment; filename="invoices.csv"' }) },
  errors: { noSuchDay },
  audit: { action: 'client_invoice.export', category: 'export', severity: 'notice' },
})

export const reports = contract({ getAgingReport, exportClientInvoices })
