/** True if a day that is written like one is in the calendar. */
export const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** The kinds of rows in the table of invoices. */
export const invoiceRowKinds = ['invoices', 'taxes', 'lines'] as const
