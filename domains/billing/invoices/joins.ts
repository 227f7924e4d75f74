/** For SQL: an invoice that cannot be paid, whatever happens to it; both arguments are columns of the statement. */
export const isUnpayable = (workspaceId: string, invoiceId: string) =>
  `exists (select from client_invoice i
     where i.workspace_id = ${workspaceId} and i.id = ${invoiceId} and i.status in ('void', 'paid'))`

const dayOf = (column: string) => `(${column} at time zone workspace_time_zone())::date`
const after = (column: string, day: string) => `(${column} is null or ${dayOf(column)} > (${day}::text)::date)`

/** Invoices that were issued and neither paid nor void at the end of a day, where the workspace is. A fragment of SQL. */
export const invoicesOn = (day: string): string =>
  `client_invoice where workspace_id = :workspace and ${dayOf('issued_at')} <= (${day}::text)::date
     and ${after('paid_at', day)} and ${after('voided_at', day)}`

/** By how many days such an invoice is late on that day. A fragment of SQL. */
export const ageOn = (day: string): string => `((${day}::text)::date - ${dayOf('due_at')})`
