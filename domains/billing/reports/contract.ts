import { Type } from 'typebox'
import { bytes, conflict, contract, operation, to, toAgencyWho } from '../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, Time } from '../../../platform/contract/schema.ts'
import { amountMinor, currency, currencyDecimals } from '../billables/contract/billables.ts'
import { invoiceRowKinds } from './rules.ts'

export const day = Type.String({
  pattern: '^20\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  examples: ['2026-03-31'],
})

const AgingRow = namedObject('AgingRow', {
  clientAccountId: Id,
  clientName: Type.String({ examples: ['Globex Ltd'] }),
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

export const noSuchDay = {
  status: 400,
  code: 'day_not_in_calendar',
  message: 'That day does not exist. Write a valid date, such as 2026-02-28.',
} as const

const tooMany = conflict({
  code: 'aging_too_many_rows',
  message: 'More than 10,000 client accounts owe something. Read the invoices, or export them.',
})

const table = (name: string) => bytes('text/csv', { 'content-disposition': `attachment; filename="${name}"` })

export const getAgingReport = operation({
  method: 'GET',
  path: '/v1/api/client-billing/aging',
  summary: 'Read the aging report of a day, by client account, currency and time overdue',
  reach: 'call',
  access: to('agency'),
  heavy: true,
  query: Type.Object({ asOf: Type.Optional(day) }),
  replies: { 200: AgingReport },
  errors: {
    noSuchDay,
    tooLarge: conflict({
      code: 'aging_sum_too_large',
      message: 'The total of a client account is too large for this report. Read its invoices one by one.',
    }),
    tooMany,
  },
  audit: { refusals: 'client_invoice.aging' },
  reads: { client_invoice: 'all' },
})

export const exportAgingReport = operation({
  method: 'GET',
  path: '/v1/api/client-billing/aging/export',
  summary: 'Download the aging report of a day as CSV',
  reach: 'transfer',
  access: { ...to('agency'), scope: 'write' },
  heavy: true,
  replay: false,
  query: Type.Object({ asOf: Type.Optional(day) }),
  replies: { 200: table('owed.csv') },
  errors: { noSuchDay, tooMany },
  audit: { action: 'client_invoice.export_aging', category: 'export', severity: 'notice' },
})

export const exportClientInvoices = operation({
  method: 'GET',
  path: '/v1/api/client-billing/export',
  summary: 'Download the issued invoices as CSV, in the order of their numbers',
  reach: 'transfer',
  access: { ...to('agency'), scope: 'write' },
  heavy: true,
  effect: 'outside',
  replay: false,
  query: Type.Object({
    from: Type.Optional({ ...day, description: 'The first day of issue, in the time zone of the workspace.' }),
    to: Type.Optional({ ...day, description: 'The last day of issue.' }),
    rows: Type.Optional({
      ...oneOf(invoiceRowKinds),
      default: 'invoices',
      description: 'The kind of row: an invoice, its tax by category and rate, or an invoice line.',
    }),
  }),
  replies: { 200: table('invoices.csv') },
  errors: { noSuchDay },
  audit: { action: 'client_invoice.export', category: 'export', severity: 'notice' },
})

const BilledWork = namedObject('BilledWork', {
  invoiceId: Id,
  number: Type.String({ examples: ['2026-0041'], description: 'The number of the invoice.' }),
  issuedAt: Time,
  currency,
  currencyDecimals,
  amountMinor: {
    ...amountMinor,
    description: 'The sum of the lines that bill work of the project, without tax. Credit notes are negative.',
  },
})

const month = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$', examples: ['2026-03'] })

const RevenueRow = namedObject('RevenueRow', {
  month,
  clientAccountId: Id,
  clientName: Type.String({ examples: ['Globex Ltd'] }),
  projectId: maybe(Id),
  projectName: maybe(Type.String({ examples: ['Shop'] })),
  currency,
  currencyDecimals,
  issuedMinor: amountMinor,
  paidMinor: amountMinor,
  openMinor: amountMinor,
})

export const RevenueReport = namedObject('RevenueReport', {
  from: month,
  to: month,
  timeZone: Type.String({ examples: ['Europe/Berlin'] }),
  rows: Type.Array(RevenueRow),
})

const revenueQuery = Type.Object({
  from: Type.Optional({ ...month, description: 'The first month of issue; without it, the report has twelve months.' }),
  to: Type.Optional({ ...month, description: 'The last month of issue, in the time zone of the workspace.' }),
  clientAccountId: Type.Optional(Id),
  projectId: Type.Optional(Id),
})
const revenueErrors = {
  reversed: {
    status: 400,
    code: 'months_reversed',
    message: 'The first month is after the last month. Swap them.',
  },
  tooMany: conflict({
    code: 'revenue_too_many_rows',
    message: 'The report has more than 10,000 rows. Request fewer months, or one client account or project.',
  }),
} as const

export const getRevenueReport = operation({
  method: 'GET',
  path: '/v1/api/client-billing/revenue',
  summary: 'Read the revenue report: net billed, paid and open amounts by month, client account, project and currency',
  reach: 'call',
  access: to('agency'),
  heavy: true,
  query: revenueQuery,
  replies: { 200: RevenueReport },
  errors: {
    ...revenueErrors,
    tooLarge: conflict({
      code: 'revenue_sum_too_large',
      message: 'The total of a month is too large for this report. Request one client account or project.',
    }),
  },
  audit: { refusals: 'client_invoice.revenue' },
  reads: { client_invoice: 'all' },
})

export const exportRevenueReport = operation({
  method: 'GET',
  path: '/v1/api/client-billing/revenue/export',
  summary: 'Download the revenue report as CSV',
  reach: 'transfer',
  access: { ...to('agency'), scope: 'write' },
  heavy: true,
  replay: false,
  query: revenueQuery,
  replies: { 200: table('revenue.csv') },
  errors: revenueErrors,
  audit: { action: 'client_invoice.export_revenue', category: 'export', severity: 'notice' },
})

/** At most so many rows: the timeline of a project shows the newest. */
export const billedMost = 200

export const listProjectBilledWork = operation({
  method: 'GET',
  path: '/v1/api/client-billing/projects/{projectId}/billed-work',
  summary:
    'List the bills for the work of a project in the last twelve months: a row per issued invoice, newest first, at most 200',
  reach: 'call',
  access: toAgencyWho('view', 'project', 'params.projectId'),
  heavy: true,
  replies: { 200: Type.Array(BilledWork) },
  audit: { refusals: 'client_invoice.list_billed' },
  reads: { client_invoice: 'all' },
})

const ClientMoney = namedObject('ClientMoney', {
  currency,
  currencyDecimals,
  openMinor: { ...amountMinor, description: 'What issued invoices still ask for; credit notes have their sign.' },
  paidMinor: { ...amountMinor, description: 'The paid amount of issued invoices, with tax, without refunds.' },
  creditCents: { ...amountMinor, description: 'What of it was paid beyond their totals.' },
})

const ClientSummary = namedObject('ClientSummary', {
  clientAccountId: Id,
  money: Type.Array(ClientMoney, { description: 'A row per currency; none before the first invoice.' }),
  lastDelivery: maybe(
    namedObject(
      'LastDelivery',
      {
        projectId: Id,
        cycleId: Id,
        title: Type.String({ description: 'The title of the deliverable.', examples: ['Gift cards'] }),
        deliveredAt: Type.Unsafe<Date>({ ...Time, description: 'When this version was published.' }),
      },
      { description: 'The last delivery; null before the first.' },
    ),
  ),
})

/** At most so many sums: a client account has one for each of its currencies. */
export const summariesMost = 10_000

export const listClientSummaries = operation({
  method: 'GET',
  path: '/v1/api/client-billing/summaries',
  summary: 'List what each client account owes, has paid and was delivered last, at most 10,000 sums',
  reach: 'call',
  access: to('agency'),
  heavy: true,
  replies: { 200: Type.Array(ClientSummary) },
  audit: { refusals: 'client_invoice.list_summaries' },
  reads: { client_invoice: 'all', deliverable: 'all', client_account: 'all' },
})

export const reports = contract({
  listClientSummaries,
  listProjectBilledWork,
  getAgingReport,
  getRevenueReport,
  exportAgingReport,
  exportRevenueReport,
  exportClientInvoices,
})
