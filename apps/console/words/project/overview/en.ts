import { plural } from '../../plural.ts'
import { spelled } from '../../spelled.ts'

const withClients = (count: number) =>
  count === 0 ? '' : ` ${spelled(count)} ${count === 1 ? 'thing waits' : 'things wait'} for the client.`

/** Texts of a project's first page, and of the page that begins a cycle. */
export const enOverview = {
  overview: {
    tabs: 'Project',
    metrics: 'Metrics',
    well: (count: number, atClients: number) =>
      [
        count === 0
          ? 'Nothing is in progress, and nothing waits for you.'
          : `${spelled(count)} ${count === 1 ? 'cycle is' : 'cycles are'} in progress. Nothing waits for you.`,
        withClients(atClients),
      ].join(''),
    late: (title: string, count: number) =>
      count === 1
        ? `“${title}” takes longer than most cycles here.`
        : `“${title}” and ${plural(count - 1, 'other', 'others')} take longer than most cycles here.`,
    waiting: (own: number, atClients: number) =>
      (own === 1 ? 'One thing waits for you.' : `${spelled(own)} things wait for you.`) + withClients(atClients),
    failing: 'The last cycle failed.',
    cycleTime: 'Cycle time',
    half: (long: string) => `median · 85% under ${long}`,
    noTimes: 'no cycle was completed yet',
    merged: 'Completed',
    cyclesUnit: (count: number): string => (count === 1 ? 'cycle' : 'cycles'),
    perWeek: (count: string) => `${count} per week`,
    inWeeks: (weeks: number) => `in the last ${weeks} weeks`,
    inProgress: 'In progress',
    oldestFor: (age: string) => `the oldest for ${age}`,
    spend: 'Model spend',
    ofCap: (cap: string) => `of ${cap}`,
    noCap: 'in total, no cap',
    current: 'Cycles in progress',
    latest: 'Latest cycles',
    client: 'Client',
    chooseClient: 'Choose a client',
    allCycles: 'All cycles',
    firstChanges: 'Changes to begin with',
    touchesAndProof: (touches: string, proof: string) => `Touches ${touches}. Proved by: ${proof}.`,
    revision: 'Revision',
    preview: 'Latest preview',
    pictureOf: 'The first page as it was deployed',
    number: (generation: number) => `Revision ${generation}`,
    source: 'Source',
    when: 'When',
    commit: 'Commit',
    sources: {
      created: 'Beginning of the project',
      import: 'Import',
      merge: 'Merged cycle',
      upload: 'Upload',
      switch: 'Another primary repository',
    },
    perWeekTitle: 'Completed per week',
  },
  newCycle: {
    title: 'New cycle',
    text: 'One change, in your own words. It becomes one or more tasks, each in its own sandbox.',
    name: 'Title',
    nameHint: 'One line, as you would tell a colleague.',
    nameExample: 'Show the opening hours in the footer',
    descriptionExample:
      'Each page shows the opening hours of today below the address. Prices and the menu stay as they are. Check it with a test of a Sunday, when the shop is closed.',
    description: 'Description',
    descriptionHint: 'What you want, what must not change, and how to check it.',
    button: 'Start cycle',
    busy: 'Starting…',
    draft: 'Save draft',
    cannotStart: 'Without a model, only a description with code blocks can start.',
  },
}
