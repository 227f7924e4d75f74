import type { WalkedCycle } from './walk.ts'

const file = (path: string, content: string) => `\`\`\`file ${path}\n${content}\n\`\`\`\n`
const task = (info: string, ...blocks: string[]) => `\`\`\`\`task ${info}\n${blocks.join('\n')}\`\`\`\`\n`
/** Three tasks: the second needs the first and asks a question, and the third conflicts with the first. */
export const description = [
  task('one', file('shared.txt', 'one')),
  task('two needs one', '```question\nWhich days?\n```\n', file('two.txt', 'two')),
  task('three', file('shared.txt', 'three')),
].join('\n')

export const delivered = ['Merge task 1: one', 'Merge task 2: two', 'Merge task 3: three', 'one', 'three', 'two']

/** The end state of the cycle, after any number of deaths. */
export const whole = {
  cycle: { status: 'completed', failure: null },
  tasks: [
    { title: 'one', status: 'done', runs: 1, failure: null },
    { title: 'two', status: 'done', runs: 1, failure: null },
    { title: 'three', status: 'done', runs: 2, failure: null },
  ],
  requests: [
    { type: 'approval', status: 'approved', count: 4 },
    { type: 'question', status: 'approved', count: 1 },
  ],
  steps: {
    'apply-decision done': 5,
    'build-task done': 5,
    'check-base done': 3,
    'check-task done': 4,
    'deliver done': 1,
    'merge-task done': 4,
    'plan done': 1,
    'prepare-delivery done': 1,
    'review-task done': 4,
    'verify done': 1,
  },
  revisions: ['1 import', '2 merge'],
  files: ['package.json', 'shared.txt', 'sum.js', 'sum.test.js', 'two.txt'],
  shared: 'three',
  subjects: ['First', ...delivered],
  refsUnlikeRows: [],
  repositoryFaults: '',
  announced: { 'cycle.completed': 1, 'cycle.checked': 1, 'revision.created': 1, 'task.done': 3, 'task.merged': 3 },
  audited: { 'cycle.deliver': 1, 'pending_request.create': 5, 'pending_request.resolve': 5, 'task.merge': 3 },
  eventsAreNumbered: true,
  auditChain: 'whole',
  leftInTables: [],
}

/** The first task is approved only once the third waits too, and that after it, so that they conflict. */
export const isEarly: WalkedCycle['isEarly'] = (taskId, tasks) =>
  (taskId === tasks[0]!.id && tasks[2]!.status !== 'blocked') ||
  (taskId === tasks[2]!.id && tasks[0]!.status !== 'merged')

/** One at a time: a death in one step is a loss of every other that runs, and five lose it permanently. */
export const runtime = { checks: [{ name: 'test', command: 'true' }], planning: { tasksAtOnce: 1 } }
