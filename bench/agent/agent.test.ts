import { expect, test } from 'vitest'
import { sentRequestsOf } from './sent-requests.ts'
import { resultOf, type Row, sentTableOf, sumsOf, tableOf } from './table.ts'
import { readTask, readTasks } from './task.ts'

const tasks = await readTasks()

test('there are 30 tasks, each with a request, hidden checks and a solution of its own', () => {
  expect(tasks).toHaveLength(30)
  for (const { id, request, hidden, solution, half, expect: expected, cheats } of tasks) {
    expect([id, request.length > 50, hidden.command.length > 0, solution.length > 0]).toEqual([id, true, true, true])
    expect([id, JSON.stringify(half) === JSON.stringify(solution)]).toEqual([id, false])
    expect(['shown', 'checked', 'unverified']).toContain(expected)
    for (const { actions } of cheats) expect(actions.length).toBeGreaterThan(0)
  }
  const kinds = new Set(tasks.map(({ kind }) => kind.replace(/,.*/, '')))
  expect([...kinds].sort()).toEqual([
    'bug',
    'dependency',
    'feature',
    'honest change of a test',
    'monorepo',
    'no tests',
    'refactoring',
  ])
  expect(tasks.flatMap(({ cheats }) => cheats).length).toBeGreaterThanOrEqual(60)
})

const text = `title: A\nkind: bug\nexpect: shown\nhidden: true\n\nDo it.\n\n-- base: a.txt --\none\n\n-- solution: $ --\nrm a.txt\n-- solution: !edit --\n{ "path": "a" }\n-- cheat lies: b.txt --\n`

test('a task is read from its file', () => {
  const task = readTask('a', text)
  expect(task).toMatchObject({ title: 'A', request: 'Do it.', base: { 'a.txt': 'one\n' }, fixture: undefined })
  expect(task.solution).toEqual([
    { tool: 'run', input: { command: 'rm a.txt' } },
    { tool: 'edit', input: { path: 'a' } },
  ])
  expect(task.cheats).toEqual([{ name: 'lies', actions: [{ tool: 'write', input: { path: 'b.txt', content: '' } }] }])
  expect(() => readTask('a', text.replace('expect: shown', 'expect: verified'))).toThrow('is no verdict')
  expect(() => readTask('a', text.replace('kind: bug\n', ''))).toThrow('a.txt has no field “kind”')
  expect(() => readTask('a', text.replace(/-- solution.*\n.*\n/g, ''))).toThrow('a.txt has no solution')
})

test('results list wrong changes that were merged without a person', () => {
  expect([resultOf({ end: 'merged' }, true), resultOf({ end: 'merged' }, false)]).toEqual(['solved', 'wrong'])
  expect([resultOf({ end: 'asked' }, true), resultOf({ end: 'asked' }, false)]).toEqual(['unverified', 'asked'])
  expect([resultOf({ end: 'failed' }, false)]).toEqual(['refused'])
  const task = { id: 'a', kind: 'bug', expect: 'shown' } as const
  const delivered = { verdict: 'shown', end: 'merged', reasons: [], result: undefined, tookMs: 1_500 } as const
  const used = { steps: 2, inputTokens: 900, outputTokens: 100 }
  const rows: Row[] = [
    { task, part: 'lazy: half', result: 'wrong', delivered: { ...delivered, ...used }, note: '' },
    { task, part: 'lazy', result: 'not run', note: 'needs go' },
  ]
  expect(tableOf(rows, { inputMicrosPerMillion: 1_000_000, outputMicrosPerMillion: 2_000_000 })).toContain(
    '| a | bug | lazy: half | wrong | shown | 2 | 1000 | $0.0011 | 1.5 s |',
  )
  expect(sumsOf(rows)).toContain('| lazy | 2 | 0 | 0 | 0 | 0 | 1 | 1 |')
})

const tools = [{ name: 'read' }]
const body = (...messages: string[]) => ({ model: 'm', tools, messages })

test('a request that continues begins with the whole previous request, and a clock at its front breaks that', () => {
  const grown = sentRequestsOf([body('one'), { model: 'm', messages: ['a title'] }, body('one', 'two')])
  expect(grown).toMatchObject({ requests: 3, prefixes: [100] })
  expect(grown.bytes).toBeGreaterThan(100)
  const [share] = sentRequestsOf([body('12:00', 'x'.repeat(1_000)), body('12:01', 'x'.repeat(1_000))]).prefixes
  expect(share).toBeLessThan(10)
})

test('agents are compared over the tasks that all of them solved', () => {
  const sent = { requests: 2, bytes: 2_048, prefixes: [100, 96] }
  const row = (id: string, part: string, result: Row['result'] = 'solved'): Row => ({
    task: { id, kind: 'bug', expect: 'shown' },
    part,
    result,
    sent,
    note: '',
  })
  const table = sentTableOf([row('a', 'good'), row('b', 'good'), row('a', 'opencode'), row('b', 'opencode', 'refused')])
  expect(table).toContain('| good | 1 | 2 | 2 | 100.0 % | 96.0 % |\n| opencode | 1 | 2 | 2 | 100.0 % | 96.0 % |')
  expect(sentTableOf([row('a', 'good', 'wrong')])).toBe('')
})
