/** For SQL: an invoice that cannot be paid, whatever happens to it; both arguments are columns of the statement. */
export const isUnpayable = (workspaceId: string, invoiceId: string) =>
  `exists (select from client_invoice i
     where i.workspace_id = ${workspaceId} and i.id = ${invoiceId} and i.status in ('void', 'paid'))`
