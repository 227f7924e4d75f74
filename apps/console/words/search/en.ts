/** Texts of the palette and the search page about the server's results. */
export const en = {
  found: 'Found',
  more: 'There are more results. Add a word to narrow them.',
  failed: 'The search did not answer.',
  noteOf: { project: 'Project', cycle: 'Cycle', task: 'Task', message: 'Message' },
  named: {
    client: 'Client',
    invoice: 'Invoice',
    deliverable: 'Deliverable',
    person: 'Person',
    growth: 'Growth project',
    settings: 'Settings',
  },
  document: 'Document',
  pageOf: (page: number) => `page ${page}`,
  all: (q: string) => `All results for “${q}”`,
  page: {
    title: 'Search',
    label: 'Search projects, cycles, tasks, messages and documents',
    kind: 'Kind',
    kinds: {
      all: 'Everything',
      project: 'Projects',
      cycle: 'Cycles',
      task: 'Tasks',
      message: 'Messages',
      document: 'Documents',
    },
    project: 'Project',
    anyProject: 'All projects',
    count: (count: number, isCut: boolean) =>
      isCut ? `More than ${count} results` : count === 1 ? '1 result' : `${count} results`,
    best: 'The best come first. Add a word to narrow them.',
    begin: 'What are you looking for?',
    beginText:
      'Projects, cycles, tasks, messages and documents by the beginning of a word; clients, invoices, deliverables and people by any part of a name or number.',
    none: (q: string) => `No results for “${q}”`,
    noneText: 'Results contain every word you type. Try fewer words.',
    noneHere: 'There may be results in other projects, or of another kind.',
    everywhere: 'Search everywhere',
  },
}
