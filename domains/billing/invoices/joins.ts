import { clientInvoice } from './tables.ts'

/**
 * A condition in SQL: an invoice does not ask for the same as at a time, since it is void or money came or went; the
 * arguments are columns of the statement.
 */
export const isUnpayable = (workspaceId: string, invoiceId: string, since: string) =>
  `(exists (select from client_invoice i
     where i.workspace_id = ${workspaceId} and i.id = ${invoiceId} and i.status = 'void')
   or exists (select from client_invoice_payment p
     where p.workspace_id = ${workspaceId} and p.invoice_id = ${invoiceId} and p.recorded_at >= ${since}))`

const balance = `(select jsonb_build_object('paidCents', b.paid_minor, 'dueCents', b.due_minor,
    'creditCents', b.credit_minor) from client_invoice_balance(client_invoice, null) b)`

/** The columns of an invoice, its sums, and its time zone: a draft has that of its workspace. `InvoiceRow`. */
export const invoiceColumns = `${clientInvoice.columns}, ${balance} as balance,
   coalesce(time_zone, workspace_time_zone()) as "timeZone"`

/** The day of a time of an issued invoice, in the zone in which it was issued. A fragment of SQL. */
export const dayOf = (column: string) => `(${column} at time zone time_zone)::date`

/**
 * True if a time of an issued invoice falls on a day from `first` on and before `end`, which are dates of SQL. A
 * fragment; its bounds in UTC, wider than any zone, are for the index.
 */
export const isBetween = (column: string, first: string, end: string): string =>
  `(${column} >= (${first} - interval '1 day') at time zone 'UTC' and ${column} < (${end} + interval '1 day') at time zone 'UTC'
     and ${dayOf(column)} >= ${first} and ${dayOf(column)} < ${end})`

/**
 * The lines of invoices that were issued from the first day of one month to the last day of another, in their zones,
 * and are not void: invoice, number, time of issue, month, client account, currency, the billable, the net amount and
 * its paid part: if something is due, the paid part is the same for each line. A fragment.
 */
export const revenueLines = (from: string, to: string): string => {
  const begin = (month: string) => `((${month}::text) || '-01')::date`
  return `(select i.id as invoice_id, i.invoice_number, i.issued_at,
       to_char(i.issued_at at time zone i.time_zone, 'YYYY-MM') as month, i.client_account_id, i.currency, l.billable_id, l.amount_minor,
       case when b.due_minor = 0 and i.total_minor <> 0 then l.amount_minor
         when i.total_minor <> 0 then round(l.amount_minor * greatest(0, b.paid_minor::numeric / i.total_minor))
         when i.status = 'paid' then l.amount_minor else 0 end as paid_minor
     from client_invoice i join client_invoice_line l on l.workspace_id = i.workspace_id and l.invoice_id = i.id
     cross join lateral client_invoice_balance(i, null) b
     where i.workspace_id = :workspace and i.status in ('final', 'paid')
       and ${isBetween('i.issued_at', begin(from), `(${begin(to)} + interval '1 month')`)}) line`
}

/** The day on which an issued invoice is due, as `dueDayOf` of rules/due-day.ts decides. A fragment of SQL. */
export const dueDay = (column: string): string =>
  `(${column} at time zone case when (${column} at time zone 'UTC')::time < '00:00:01'
     or (${column} at time zone 'UTC')::time >= '23:59:59' then 'UTC' else time_zone end)::date`

/** Invoices of which something was due at the end of a day, each in its zone, with that as `due_minor`. A fragment of SQL. */
export const invoicesOn = (day: string): string =>
  `client_invoice cross join lateral client_invoice_balance(client_invoice, (${day}::text)::date) balance
     where workspace_id = :workspace and ${dayOf('issued_at')} <= (${day}::text)::date and balance.due_minor <> 0`

/** The days by which such an invoice is late on that day. A fragment of SQL. */
export const ageOn = (day: string): string => `((${day}::text)::date - ${dueDay('due_at')})`

/**
 * The amounts that client accounts owe, have paid and have as a credit, with invoices that were issued, by currency; sums
 * as text. A fragment of SQL.
 */
export const sumsOfAccounts = `(select client_account_id as account_id, currency, sum(b.due_minor)::text as open,
    sum(b.paid_minor)::text as paid, sum(b.credit_minor)::text as credit
  from client_invoice cross join lateral client_invoice_balance(client_invoice, null) b
  where workspace_id = :workspace and issued_at is not null
  group by client_account_id, currency
  having bool_or(status <> 'void') or sum(b.paid_minor) <> 0) sums`
