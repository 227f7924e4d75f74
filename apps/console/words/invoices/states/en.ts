const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The words of an invoice's state and days, which pages of clients show as well. */
export const enStates = {
  filterText: 'Filter by number or client',
  columns: {
    number: 'Number',
    client: 'Client',
    state: 'State',
    issued: 'Issued',
    due: 'Due',
    total: 'Total with tax',
  },
  noNumber: 'Not issued yet',
  states: {
    draft: 'Draft',
    final: 'Open',
    credit: 'Issued',
    late: (days: number) => plural(days, 'day overdue', 'days overdue'),
    paid: (day: string) => `Paid ${day}`,
    void: 'Void',
  },
}
