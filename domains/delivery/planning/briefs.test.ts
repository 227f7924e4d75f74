import { expect, test } from 'vitest'
import { nextMoves, type PlacedTask, type TaskProgress } from '../runs/rules-moves.ts'
import { readPlan } from './read-plan.ts'
import { materialText } from './plan-material.ts'

/**
 * A model's answers to a brief, written as “name” or “name < needs”; and the tasks that can run at the same time, in
 * turn.
 */
const briefs: readonly (readonly [request: string, answer: readonly string[], waves: readonly string[]])[] = [
  ['The sum of two numbers is wrong for negative ones.', [], []],
  ['Rename the button “Send” to “Submit”.', ['rename'], []],
  ['Show the opening hours on the first page, with a test.', [], []],
  ['Update the licence year in every header.', ['headers'], []],
  ['A table for invoices, and an endpoint that lists them.', ['table', 'endpoint < table'], ['table', 'endpoint']],
  ['Translate the pages to German and to French.', ['german', 'french'], ['german french']],
  [
    'An export as CSV and one as PDF, both from one report.',
    ['report', 'csv < report', 'pdf < report'],
    ['report', 'csv pdf'],
  ],
  [
    'Sign in with a passkey: storage, server, page.',
    ['storage', 'server < storage', 'page < server'],
    ['storage', 'server', 'page'],
  ],
  [
    'A search with an index, an endpoint and a page, and its documentation.',
    ['index', 'endpoint < index', 'page < endpoint', 'docs < endpoint'],
    ['index', 'endpoint', 'page docs'],
  ],
  ['Replace the logger in all four services.', ['api', 'worker', 'mailer', 'cron'], ['api worker mailer cron']],
  [
    'Move the settings to a file, then use it in three modules, then remove the old ones.',
    ['file', 'a < file', 'b < file', 'c < file', 'remove < a b c'],
    ['file', 'a b c', 'remove'],
  ],
  [
    'Payments by card: schema, provider, endpoint, page, mail.',
    ['schema', 'provider', 'endpoint < schema provider', 'page < endpoint', 'mail < endpoint'],
    ['schema provider', 'endpoint', 'page mail'],
  ],
  ['Rate limits for the public API, with tests and a page.', ['limits', 'page < limits'], ['limits', 'page']],
  [
    'Two unrelated faults: the footer overlaps, and the export misses a column.',
    ['footer', 'export'],
    ['footer export'],
  ],
  [
    'Upgrade the framework, then the three plugins that need it.',
    ['framework', 'router < framework', 'forms < framework', 'auth < framework'],
    ['framework', 'router forms auth'],
  ],
  [
    'A command line with `list` and `add`, over a shared client.',
    ['client', 'list < client', 'add < client'],
    ['client', 'list add'],
  ],
  [
    'Roles: model, checks on the server, hiding on the page, an audit row.',
    ['model', 'server < model', 'page < model', 'audit < server'],
    ['model', 'server page', 'audit'],
  ],
  [
    'A diamond: parse, then two views, then a comparison of both.',
    ['parse', 'left < parse', 'right < parse', 'compare < left right'],
    ['parse', 'left right', 'compare'],
  ],
  [
    'Dark mode for the console and for the portal, from one set of colours.',
    ['colours', 'console < colours', 'portal < colours'],
    ['colours', 'console portal'],
  ],
  [
    'Delete accounts: mark, purge job, mail before it, page, documentation of all.',
    ['mark', 'job < mark', 'mail < mark', 'page < mark', 'docs < job mail page'],
    ['mark', 'job mail page', 'docs'],
  ],
]

const answerOf = (tasks: readonly string[]) =>
  JSON.stringify({
    tasks: tasks.map((text) => {
      const [name, needs = ''] = text.split(' < ')
      return { name, title: `Do ${name}`, description: `What ${name} is.`, needs: needs.split(' ').filter(Boolean) }
    }),
  })

test.each(briefs)('%s', (request, answer, waves) => {
  const said = 'People said: keep it small.'
  const material = {
    title: request,
    description: request,
    map: '',
    words: '',
    files: '',
    said,
    name: 'site',
    others: [],
  }
  expect(materialText('mark', material)).toContain(request)
  expect(materialText('mark', material)).toMatch(/People said: keep it small\.\n\nmark ends/)
  const read = readPlan(`The plan:\n${answerOf(answer)}`)
  if ('faults' in read) throw new Error(read.faults.join(' '))
  const tasks: (Omit<PlacedTask, 'progress'> & { progress: TaskProgress })[] = read.pieces.map(
    ({ name, needs }, at) => ({ id: name, number: at + 1, needs, progress: 'waiting' }),
  )
  const seen: string[] = []
  for (let start = nextMoves(tasks, 20).start; start.length > 0; start = nextMoves(tasks, 20).start) {
    seen.push(start.join(' '))
    for (const task of tasks) if (start.includes(task.id)) task.progress = 'merged'
  }
  expect(seen).toEqual(waves)
})
