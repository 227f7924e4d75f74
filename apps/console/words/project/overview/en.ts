const few = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']
const spelled = (count: number) => few[count] ?? String(count)
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What the first page of a project says, and the one that begins a cycle. */
export const enOverview = {
  overview: {
    tabs: 'Project',
    overview: 'Overview',
    cycles: 'Cycles',
    well: 'Sound',
    quiet: 'Nothing is under way',
    late: (count: number) => (count === 1 ? 'Sound, with one cycle late' : `Sound, with ${count} cycles late`),
    waiting: (count: number) => (count === 1 ? 'One cycle waits for you' : `${spelled(count)} cycles wait for you`),
    failing: 'The last cycle failed',
    sentence: (completed: number, days: number) =>
      completed === 0
        ? `No cycle was completed in the last ${days} days.`
        : `${plural(completed, 'cycle was', 'cycles were')} completed in the last ${days} days.`,
    oldest: (title: string, age: string) => `${title} has been under way for ${age}.`,
    cycleTime: 'Cycle time',
    half: (long: string) => `half of them; 85% within ${long}`,
    noTimes: 'no cycle was completed yet',
    merged: 'Completed',
    cyclesUnit: (count: number): string => (count === 1 ? 'cycle' : 'cycles'),
    perWeek: (count: string) => `${count} each week`,
    inProgress: 'In progress',
    noneInProgress: 'nothing is under way',
    oldestFor: (age: string) => `the oldest for ${age}`,
    spend: 'Model spend',
    ofCap: (cap: string) => `of ${cap}`,
    noCap: 'no cap is set',
    current: 'Cycles in progress',
    allCycles: 'All cycles',
    revision: 'Latest revision',
    number: 'Number',
    source: 'Came from',
    sources: {
      created: 'the beginning of the project',
      import: 'an import',
      merge: 'a merged cycle',
      upload: 'an upload',
      switch: 'another primary repository',
    },
    when: 'When',
    commit: 'Commit',
    perWeekTitle: 'Completed each week',
    perWeekAlt: (sum: number, weeks: number) => `${plural(sum, 'cycle', 'cycles')} completed in ${weeks} weeks.`,
    asTable: 'Show as table',
    week: 'Week from',
    noRevision: 'There is no revision that can be shown.',
  },
  newCycle: {
    title: 'What should be different?',
    text: 'One change, in your own words. It becomes one task or several, each in a sandbox of its own.',
    name: 'Title',
    nameHint: 'A line, as a colleague would say it.',
    description: 'Description',
    descriptionHint: 'What is wanted, what must stay as it is, how to see that it works.',
    missing: 'This is needed.',
    button: 'Start the cycle',
    busy: 'Starting…',
    draft: 'Save as a draft',
  },
}
