import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { ageOn, invoicesOn } from '../invoices/index.ts'

interface Day {
  readonly asOf: string
  readonly timeZone: string
}
const day = statement<{ asOf: string | null; now: Date }, Day>(
  'billing-report.day',
  `select coalesce(:asOf::text, ((:now::timestamptz at time zone workspace_time_zone())::date)::text) as "asOf",
     workspace_time_zone() as "timeZone"`,
)
/** The day of a report, where the workspace is: the one that is asked for, else today. */
export const dayHere = async (tx: Transaction, asOf: string | null, now: Date): Promise<Day> =>
  (await day(tx, { asOf, now }))[0]!

/** Sums as text: of many invoices they may be more than a number holds. */
interface OwedRow {
  readonly clientAccountId: string
  readonly currency: string
  readonly current: string
  readonly upTo30: string
  readonly upTo60: string
  readonly upTo90: string
  readonly over90: string
}
const sumWhere = (condition: string) => `coalesce(sum(total_minor) filter (where ${condition}), 0)::text`
const late = ageOn(':asOf')
const owed = statement<{ asOf: string; rows: number }, OwedRow>(
  'billing-report.owed',
  `select client_account_id as "clientAccountId", currency, ${sumWhere(`${late} <= 0`)} as current,
     ${sumWhere(`${late} between 1 and 30`)} as "upTo30", ${sumWhere(`${late} between 31 and 60`)} as "upTo60",
     ${sumWhere(`${late} between 61 and 90`)} as "upTo90", ${sumWhere(`${late} > 90`)} as over90
   from ${invoicesOn(':asOf')}
   group by client_account_id, currency order by client_account_id, currency limit :rows`,
)
/** What is owed at the end of a day, by client account and currency, by how many days it is overdue. */
export const owedOn = (tx: Transaction, asOf: string, rows: number) => owed(tx, { asOf, rows })
