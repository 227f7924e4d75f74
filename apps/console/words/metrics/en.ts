const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Texts of the metrics of a project. */
export const en = {
  title: (long: string) => `The median cycle takes ${long}.`,
  none: 'No cycle was completed in this period.',
  text: 'Ended runs, and what is in progress now.',
  truncated: 'More runs ended than these figures include.',
  period: 'Period',
  periods: { quarter: '12 weeks', month: '4 weeks', year: 'Year' },
  times: 'How long cycles take',
  cycleTime: 'from start to end',
  leadTime: 'from proposal to end',
  percentiles: { p50Seconds: 'Median', p85Seconds: '85 %', p95Seconds: '95 %' },
  rework: 'Merged and sent back per week',
  reworkText: 'Tasks, by the week that begins on this Monday. Sent back by tests, a review or a person.',
  noRework: 'Here each week has its merged tasks and those that were sent back, once a task is done.',
  merged: 'Merged',
  sentBack: 'Sent back',
  spend: 'What cycles cost',
  cost: 'Cost',
  stages: 'Where the time goes',
  half: 'median',
  most: '85 %',
  quality: 'Quality',
  share: 'Share',
  rates: {
    completionRate: 'Completed',
    handsOffRate: 'Without a question',
    firstPassRate: 'Tasks without rework',
  },
  ages: 'In progress, by stage and age',
  agesAlt: (count: number, oldest: string) =>
    `${plural(count, 'cycle', 'cycles')} in progress${count === 0 ? '' : `, the oldest for ${oldest}`}.`,
  usual: (age: string) => `85 % take less than ${age}`,
  cycle: 'Cycle',
  stage: 'Stage',
  age: 'Age',
}
