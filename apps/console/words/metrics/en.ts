import { plural } from '../plural.ts'

/** Texts of the metrics of a project. */
export const en = {
  completedIn: (count: number) =>
    count === 0
      ? 'No cycle was completed in this period.'
      : `${plural(count, 'cycle was', 'cycles were')} completed in this period.`,
  truncated: 'More runs ended than these figures include.',
  period: 'Period',
  periods: { month: '4 weeks', quarter: '12 weeks', year: 'Year' },
  cycleTime: 'Time per cycle',
  leadTime: 'Time since the proposal',
  completed: 'Completed',
  completedNote: (done: number, failed: number) => `${plural(done, 'cycle', 'cycles')}; ${failed} failed`,
  firstPass: 'Done first time',
  firstPassNote: 'of the tasks, without rework',
  rework: 'Tasks per week',
  reworkText: 'Sent back by tests, a review or a person. Weeks begin on Monday.',
  merged: 'Merged',
  sentBack: 'Sent back',
  stages: 'Where the time goes',
  half: 'Median',
  most: '85% took less',
  ages: 'In progress, by age',
  agesAlt: (count: number, oldest: string) =>
    `${plural(count, 'cycle', 'cycles')} in progress${count === 0 ? '' : `, the oldest for ${oldest}`}.`,
  less: (age: string) => `85% took less than ${age}`,
  cycle: 'Cycle',
  stage: 'Stage',
  age: 'Age',
}
