import { clientInvoice } from './tables.ts'

/** For SQL: an invoice that cannot be paid in any state; both arguments are columns of the statement. */
export const isUnpayable = (workspaceId: string, invoiceId: string) =>
  `exists (select from client_invoice i
     where i.workspace_id = ${workspaceId} and i.id = ${invoiceId} and i.status in ('void', 'paid'))`

/** The columns of an invoice, and its time zone: a draft has that of its workspace. `InvoiceRow`. */
export const invoiceColumns = `${clientInvoice.columns}, coalesce(time_zone, workspace_time_zone()) as "timeZone"`

/** The day of a time of an issued invoice, in the zone in which it was issued. A fragment of SQL. */
export const dayOf = (column: string) => `(${column} at time zone time_zone)::date`

/**
 * Whether a time of an issued invoice falls on a day from `first` on and before `end`, which are dates of SQL. A fragment;
 * its bounds in UTC, wider than any zone, are for the index.
 */
export const isBetween = (column: string, first: string, end: string): string =>
  `(${column} >= (${first} - interval '1 day') at time zone 'UTC' and ${column} < (${end} + interval '1 day') at time zone 'UTC'
     and ${dayOf(column)} >= ${first} and ${dayOf(column)} < ${end})`

/**
 * The lines of invoices that were issued from the first day of one month to the last of another, in their zones, and are
 * not void: invoice, number, time of issue, month, client account, currency, whether it is paid, the billable and
 * the net amount. A fragment.
 */
export const revenueLines = (from: string, to: string): string => {
  const begin = (month: string) => `((${month}::text) || '-01')::date`
  return `(select i.id as invoice_id, i.invoice_number, i.issued_at,
       to_char(i.issued_at at time zone i.time_zone, 'YYYY-MM') as month, i.client_account_id, i.currency, i.status = 'paid' as is_paid, l.billable_id, l.amount_minor
     from client_invoice i join client_invoice_line l on l.workspace_id = i.workspace_id and l.invoice_id = i.id
     where i.workspace_id = :workspace and i.status in ('final', 'paid')
       and ${isBetween('i.issued_at', begin(from), `(${begin(to)} + interval '1 month')`)}) line`
}

/** The day on which an issued invoice is due, as `dueDayOf` of rules/due-day.ts decides. A fragment of SQL. */
export const dueDay = (column: string): string =>
  `(${column} at time zone case when (${column} at time zone 'UTC')::time < '00:00:01'
     or (${column} at time zone 'UTC')::time >= '23:59:59' then 'UTC' else time_zone end)::date`

const after = (column: string, day: string) => `(${column} is null or ${dayOf(column)} > (${day}::text)::date)`

/** Invoices that were issued and neither paid nor void at the end of a day, each in its zone. A fragment of SQL. */
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
