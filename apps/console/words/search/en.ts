/** What the palette and the page of the search say of what the server found. */
export const en = {
  found: 'Found',
  more: 'There is more. Another word narrows it.',
  failed: 'The search did not answer.',
  noteOf: { project: 'Project', cycle: 'Cycle', task: 'Task', message: 'Message' },
  all: (q: string) => `All results for “${q}”`,
  page: {
    title: 'Search',
    label: 'Search projects, cycles, tasks and messages',
    kind: 'Kind',
    kinds: { all: 'Everything', project: 'Projects', cycle: 'Cycles', task: 'Tasks', message: 'Messages' },
    project: 'Project',
    anyProject: 'All projects',
    count: (count: number, isCut: boolean) =>
      isCut ? `More than ${count} found` : count === 1 ? 'One thing found' : `${count} things found`,
    best: 'The best come first. Another word narrows it.',
    begin: 'What are you looking for?',
    beginText: 'Projects, cycles, tasks, and what was said about them. The beginnings of words are enough.',
    none: (q: string) => `Nothing found for “${q}”`,
    noneText: 'Every word has to begin a word of what is found. Try fewer of them.',
    noneHere: 'There may be more in other projects, or of another kind.',
    everywhere: 'Search everywhere',
  },
}
