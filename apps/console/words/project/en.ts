const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Everything that the pages of a project say, beside what all pages share. */
export const en = {
  tabs: {
    overview: 'Overview',
    cycles: 'Cycles',
    roadmap: 'Roadmap',
  },
  goTo: (page: string) => `Go to ${page}`,

  board: {
    view: 'How cycles are shown',
    views: { list: 'List', board: 'Board' },
    columns: { draft: 'Draft', atWork: 'At work', blocked: 'Waits for you', reviewing: 'Reviewing', over: 'Ended' },
    none: 'None',
    rest: (count: number) => `${count} more in the list`,
  },

  roadmap: {
    status: {
      off: 'The project waits for you to begin each cycle',
      on: 'The project works by itself',
      waiting: 'The project has stopped to wait for you',
      stopping: 'The project stops, and its cycle with it',
    },
    begun: (count: number) =>
      count === 0 ? 'It has begun no cycle yet.' : `It has begun ${plural(count, 'cycle', 'cycles')}.`,
    offText: 'Let it work, and it begins one cycle after the other, the most urgent first, until it is stopped.',
    start: 'Let it work',
    starting: 'Starting…',
    stop: 'Stop it',
    stopHint: 'The cycle that it began stops with it.',
    goOn: 'Go on',
    stopping: 'Stopping…',
    next: 'Next',
    running: 'At work',
    done: 'Done',
    nothingNext: 'Nothing is planned',
    nothingNextText: 'Drafts stand here in the order in which they begin. Save one, and give it its place.',
    nothingDone: 'No cycle has ended yet.',
    place: 'Place',
    urgency: 'Urgency',
    urgencies: { 1: 'At once', 2: 'Soon', 3: 'Normal', 4: 'Later' } as Readonly<Record<number, string>>,
    urgencyOf: (title: string) => `Urgency of ${title}`,
    up: (title: string) => `Move ${title} up`,
    down: (title: string) => `Move ${title} down`,
    moved: (title: string, place: number) => `${title} is now number ${place}`,
    kinds: {
      fault: 'Fault',
      security: 'Security',
      feature: 'Feature',
      wording: 'Wording',
      upkeep: 'Upkeep',
      unclear: 'Unclear',
    },
    duplicate: 'Asked for before',
  },
}
