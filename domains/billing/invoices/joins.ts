import { clientInvoice } from './tables.ts'

/** For SQL: an invoice that cannot be paid in any state; both arguments are columns of the statement. */
export const isUnpayable = (workspaceId: string, invoiceId: string) =>
  `exists (select from client_invoice i
     where i.workspace_id = ${workspaceId} and i.id = ${invoiceId} and i.status in ('void', 'paid'))`

/** The columns of an invoice, and the time zone of its workspace: `InvoiceRow`. */
export const invoiceColumns = `${clientInvoice.columns}, workspace_time_zone() as "timeZone"`

// Evaluated once for a statement: a bare function call would run for every row.
const here = '(select workspace_time_zone())'

/** When a day begins, where the workspace is; `plus` is an interval behind it. A fragment of SQL. */
export const beginOfDay = (day: string, plus = '') => `((${day}::text)::date${plus})::timestamp at time zone ${here}`

/**
 * The lines of invoices that were issued from the first day of one month to the last of another, where the workspace is,
 * and are not void: invoice, number, time of issue, month, client account, currency, whether it is paid, the billable and
 * the net amount. A fragment.
 */
export const revenueLines = (from: string, to: string): string => {
  const begin = (month: string, plus = '') => beginOfDay(`((${month}::text) || '-01')`, plus)
  return `(select i.id as invoice_id, i.invoice_number, i.issued_at,
       to_char(i.issued_at at time zone ${here}, 'YYYY-MM') as month, i.client_account_id, i.currency, i.status = 'paid' as is_paid, l.billable_id, l.amount_minor
     from client_invoice i join client_invoice_line l on l.workspace_id = i.workspace_id and l.invoice_id = i.id
     where i.workspace_id = :workspace and i.status in ('final', 'paid')
       and i.issued_at >= ${begin(from)} and i.issued_at < ${begin(to, " + interval '1 month'")}) line`
}

/** The day of a time, where the workspace is. A fragment of SQL. */
export const dayOf = (column: string) => `(${column} at time zone ${here})::date`

/** The day on which an invoice is due, as `dueDayOf` of rules/due-day.ts decides. A fragment of SQL. */
export const dueDay = (column: string): string =>
  `(${column} at time zone case when (${column} at time zone 'UTC')::time < '00:00:01'
     or (${column} at time zone 'UTC')::time >= '23:59:59' then 'UTC' else ${here} end)::date`

const after = (column: string, day: string) => `(${column} is null or ${dayOf(column)} > (${day}::text)::date)`

/** Invoices that were issued and neither paid nor void at the end of a day, where the workspace is. A fragment of SQL. */
export const invoicesOn = (day: string): string =>
  `client_invoice where workspace_id = :workspace and ${dayOf('issued_at')} <= (${day}::text)::date
     and ${after('paid_at', day)} and ${after('voided_at', day)}`

/** By how many days such an invoice is late on that day. A fragment of SQL. */
export const ageOn = (day: string): string => `((${day}::text)::date - ${dueDay('due_at')})`

/**
 * The amounts that client accounts owe and have paid with issued invoices, by currency; sums as text. A fragment of
 * SQL.
 */
export const sumsOfAccounts = `(select client_account_id as account_id, currency,
    coalesce(sum(total_minor) filter (where status = 'final'), 0)::text as open,
    coalesce(sum(total_minor) filter (where status = 'paid'), 0)::text as paid
  from client_invoice where workspace_id = :workspace and status in ('final', 'paid')
  group by client_account_id, currency) sums`
