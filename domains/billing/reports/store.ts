import { oneRowStatement, statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { projectName } from '../../code/projects/index.ts'
import { projectOfCycle } from '../../delivery/cycles/index.ts'
import { lastDeliveries, projectOfApproval } from '../../delivery/deliverables/index.ts'
import { projectOfTask } from '../../delivery/tasks/index.ts'
import { sourceOfBillable } from '../billables/index.ts'
import { ageOn, invoicesOn, revenueLines, sumsOfAccounts } from '../invoices/index.ts'

/** The day of a report, in the workspace's time zone: the requested day, else today. */
export const reportDay = oneRowStatement<{ asOf: string | null; now: Date }, { asOf: string; timeZone: string }>(
  'billing-report.day',
  `select coalesce(:asOf::text, ((:now::timestamptz at time zone workspace_time_zone())::date)::text) as "asOf",
     workspace_time_zone() as "timeZone"`,
)

/** Sums as text: of many invoices they may be more than a number holds. */
type OwedRow = Readonly<
  Record<'clientAccountId' | 'currency' | 'current' | 'upTo30' | 'upTo60' | 'upTo90' | 'over90', string>
>
const sumWhere = (condition: string) => `coalesce(sum(due_minor) filter (where ${condition}), 0)::text`
const late = ageOn(':asOf')
/** The amounts owed at the end of a day, by client account and currency, by days overdue. */
export const owedOn = statement<{ asOf: string; rows: number }, OwedRow>(
  'billing-report.owed',
  `select client_account_id as "clientAccountId", currency, ${sumWhere(`${late} <= 0`)} as current,
     ${sumWhere(`${late} between 1 and 30`)} as "upTo30", ${sumWhere(`${late} between 31 and 60`)} as "upTo60",
     ${sumWhere(`${late} between 61 and 90`)} as "upTo90", ${sumWhere(`${late} > 90`)} as over90
   from ${invoicesOn(':asOf')}
   group by client_account_id, currency order by client_account_id, currency limit :rows`,
)

/** The months of a report, in the workspace's time zone; by default the last twelve with the current month. */
export const reportMonths = oneRowStatement<
  { from: string | null; to: string | null; now: Date },
  { from: string; to: string; timeZone: string }
>(
  'billing-report.months',
  `select coalesce(:from::text, to_char(coalesce((:to::text || '-01')::date, here.today) - interval '11 months', 'YYYY-MM'))
       as "from",
     coalesce(:to::text, to_char(here.today, 'YYYY-MM')) as "to", workspace_time_zone() as "timeZone"
   from (select (:now::timestamptz at time zone workspace_time_zone())::date as today) here`,
)

/** Sums as text, as in the receivables report. */
interface RevenueRow {
  readonly month: string
  readonly clientAccountId: string
  readonly projectId: string | null
  readonly projectName: string | null
  readonly currency: string
  readonly issued: string
  readonly paid: string
}
const projectOf = `case source.source_kind when 'decision' then ${projectOfApproval('source.source_id')}
  when 'cycle' then ${projectOfCycle('source.source_id')} when 'task' then ${projectOfTask('source.source_id')} end`
/** The billed amounts without tax, by month of issue, client account, project and currency, and their paid part. */
export const revenueIn = statement<
  { from: string; to: string; accountId: string | null; projectId: string | null; rows: number },
  RevenueRow
>(
  'billing-report.revenue',
  `select month, client_account_id as "clientAccountId", project_id as "projectId",
     ${projectName('sums.project_id')} as "projectName", currency, issued::text, paid::text
   from (
     select line.month, line.client_account_id, work.project_id, line.currency, sum(line.amount_minor) as issued,
       sum(line.paid_minor) as paid
     from ${revenueLines(':from', ':to')}
     cross join lateral ${sourceOfBillable('line.billable_id')}
     cross join lateral (select ${projectOf} as project_id) work
     where (:accountId::uuid is null or line.client_account_id = :accountId)
       and (:projectId::uuid is null or work.project_id = :projectId)
     group by line.month, line.client_account_id, work.project_id, line.currency
   ) sums
   order by month desc, client_account_id, project_id nulls last, currency limit :rows`,
)

/** The sum as text, as in the receivables report. */
export interface BilledWorkRow {
  readonly invoiceId: string
  readonly number: string | null
  readonly issuedAt: Date | null
  readonly currency: string
  readonly amount: string
}
/** The parts of issued invoices for the work of a project, newest first. */
export const billedWorkOf = statement<{ projectId: string; from: string; to: string; rows: number }, BilledWorkRow>(
  'billing-report.billed-work',
  `select line.invoice_id as "invoiceId", line.invoice_number as number, line.issued_at as "issuedAt", line.currency,
     sum(line.amount_minor)::text as amount
   from ${revenueLines(':from', ':to')}
   cross join lateral ${sourceOfBillable('line.billable_id')}
   cross join lateral (select ${projectOf} as project_id) work
   where work.project_id = :projectId
   group by line.invoice_id, line.invoice_number, line.issued_at, line.currency
   order by line.issued_at desc, line.invoice_id limit :rows`,
)

/** A row for each currency of an account, and one for an account that was delivered something and never billed. */
export interface SummaryRow {
  readonly accountId: string
  readonly currency: string | null
  readonly open: string | null
  readonly paid: string | null
  readonly credit: string | null
  readonly projectId: string | null
  readonly cycleId: string | null
  readonly title: string | null
  readonly deliveredAt: Date | null
}
interface SummariesAsked {
  /** Whether the caller sees invoices. */
  readonly seesMoney: boolean
  readonly only: readonly string[] | null
  readonly rows: number
}
const summaries = statement<SummariesAsked & { projectId: null; grantedTo: null }, SummaryRow>(
  'billing-report.summaries',
  `select account_id as "accountId", sums.currency, sums.open, sums.paid, sums.credit, delivery.project_id as "projectId",
     delivery.cycle_id as "cycleId", delivery.title, delivery.published_at as "deliveredAt"
   from (select * from ${sumsOfAccounts} where :seesMoney::boolean) sums full join ${lastDeliveries} using (account_id)
   order by account_id, sums.currency limit :rows`,
)
/** The amounts that each client account owes, has paid and has as a credit, and its last delivery. */
export const summariesOf = (tx: Transaction, asked: SummariesAsked) =>
  summaries(tx, { ...asked, projectId: null, grantedTo: null })
