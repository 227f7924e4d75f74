/** The kinds of rows in the table of invoices. */
export const invoiceRowKinds = ['invoices', 'taxes', 'lines'] as const
