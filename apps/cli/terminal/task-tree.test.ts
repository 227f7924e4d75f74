import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CycleEvent } from '../client/follow.ts'
import { checkText, emptyTree, eventLine, grow, treeLines, type TaskTree } from './task-tree.ts'

const event = (
  entityType: string,
  entityId: string,
  eventType: string,
  payload: object,
  at = '2026-03-04T10:00:00.000Z',
) => ({ entityType, entityId, eventType, payload, occurredAt: at }) as unknown as CycleEvent

const cycle = (status: string, runNumber = 1, at?: string) =>
  event('cycle', 'c', `cycle.${status}`, { status, runNumber }, at)
const task = (id: string, status: string) => event('task', id, `task.${status}`, { status })
const check = (id: string, phase: string, outcome: string) =>
  event('task', id, 'task.checked', { phase, name: 'test', outcome, durationMs: 1200 })

const plain = (_style: unknown, text: string) => text
const lines = (tree: TaskTree, titles: Record<string, string> = {}) =>
  treeLines(tree, {
    title: 'Add a page',
    titles: new Map(Object.entries(titles)),
    now: new Date('2026-03-04T10:00:12Z'),
    paint: plain,
  })

test('a run shows its cycle, its tasks and the results of their checks', () => {
  const events = [
    cycle('planning'),
    cycle('running'),
    task('t', 'queued'),
    check('t', 'base', 'passed'),
    task('t', 'building'),
    check('t', 'task', 'failed'),
  ]
  expect(lines(events.reduce(grow, emptyTree), { t: 'Write it' })).toEqual([
    '● Add a page · running · 12 s',
    '  ● Write it · building',
    '      ✓ test, before the change: passed (1.2 s)',
    '      ✗ test, after the change: failed (1.2 s)',
  ])
})

test.each([
  ['failed', '✓ test, before the change, with its tests: failed, as it should (1.2 s)'],
  ['passed', '○ test, before the change, with its tests: passed, so they show nothing (1.2 s)'],
  ['could_not_run', '○ test, before the change, with its tests: could not run (1.2 s)'],
] as const)('new tests that %s without the change say what that means', (outcome, text) => {
  expect(checkText({ phase: 'new_tests', name: 'test', outcome, durationMs: 1200 }, plain)).toBe(text)
})

test('a rework replaces the results of the check after the change', () => {
  const tree = [
    task('t', 'testing'),
    check('t', 'task', 'failed'),
    task('t', 'building'),
    check('t', 'task', 'passed'),
  ].reduce(grow, emptyTree)
  expect(tree.tasks[0]!.checks).toEqual([{ phase: 'task', name: 'test', outcome: 'passed', durationMs: 1200 }])
})

test('a new run clears the tree of the previous one', () => {
  const tree = [cycle('planning'), task('t', 'failed'), cycle('failed'), cycle('planning', 2)].reduce(grow, emptyTree)
  expect(tree).toMatchObject({ runNumber: 2, status: 'planning', tasks: [], failure: undefined })
})

test('the clock of a run stops when it ends', () => {
  const tree = [cycle('planning'), cycle('completed', 1, '2026-03-04T10:00:03.000Z')].reduce(grow, emptyTree)
  expect(lines(tree)).toEqual(['✓ Add a page · completed · 3.0 s'])
})

test('a narrow terminal cuts titles, and shows the text behind them', () => {
  const tree = [cycle('planning'), cycle('running', 1), task('t', 'building')].reduce(grow, emptyTree)
  const shown = (columns: number) =>
    treeLines(tree, {
      title: 'Add a page about everything',
      titles: new Map([['t', 'Write the page']]),
      columns,
      now: new Date('2026-03-04T10:00:12Z'),
      paint: plain,
      spent: '1.0k tokens',
    })
  expect(shown(32)).toEqual(['● Add a page a… · running · 12 s', '  1.0k tokens', '  ● Write the page · building'])
  expect(shown(24).map((line) => line.length)).toEqual([27, 13, 24])
  expect(shown(4)[0]).toBe('● Add a p… · running · 12 s')
})

test('tasks of a stopped cycle are stopped or not started, and none has failed', () => {
  const ended = (id: string, code: string) => {
    const event = task(id, 'failed')
    return { ...event, payload: { ...event.payload, failure: { message: 'The run was stopped.', code } } }
  }
  const events = [cycle('planning'), ended('a', 'stopped'), ended('b', 'not_begun'), cycle('stopped', 1)]
  const shown = lines(events.reduce(grow, emptyTree), { a: 'One', b: 'Two' })
  expect(shown[0]).toMatch(/^■ Add a page · stopped/)
  expect(shown.slice(1)).toEqual(['  ■ One · stopped', '  ■ Two · not started'])
})

const anyText = fc.string({ unit: 'binary' })
const anyEvent = fc
  .record({
    entityType: fc.constantFrom('cycle', 'task', 'project'),
    entityId: fc.constantFrom('a', 'b', 'c'),
    eventType: fc.constantFrom('task.checked', 'task.building', 'cycle.running', 'other'),
    payload: fc.record(
      {
        status: fc.oneof(fc.constantFrom('running', 'failed', 'done', 'completed'), anyText),
        runNumber: fc.nat(3),
        phase: fc.constantFrom('base', 'task'),
        name: anyText,
        outcome: fc.constantFrom('passed', 'failed', 'could_not_run'),
        durationMs: fc.nat(10_000_000),
      },
      { requiredKeys: ['phase', 'name', 'outcome', 'durationMs'] },
    ),
    occurredAt: fc.constant('2026-03-04T10:00:00.000Z'),
  })
  .map((fields) => fields as unknown as CycleEvent)

// Characters that move the cursor, colour, or turn the reading direction. Only `paint` may write such characters.
const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

test('any name or event is one line without control sequences', () =>
  fc.assert(
    fc.property(fc.array(anyEvent), anyText, (events, name) => {
      const titles = { a: name, b: `\u001b[2J${name}` }
      for (const line of lines(events.reduce(grow, emptyTree), titles)) expect(line).not.toMatch(steering)
      for (const one of events)
        expect(eventLine(one, new Map(Object.entries(titles)), plain) ?? '').not.toMatch(steering)
    }),
  ))

test('a tree has one node for each named task, in order of appearance', () =>
  fc.assert(
    fc.property(fc.array(anyEvent), (events) => {
      const lastStart = events.findLastIndex(
        ({ entityType, payload }, index) =>
          entityType === 'cycle' &&
          payload.status !== undefined &&
          Number(payload.runNumber ?? 0) > events.slice(0, index).reduce(grow, emptyTree).runNumber,
      )
      const named = events.slice(lastStart + 1).filter(({ entityType }) => entityType === 'task')
      expect(events.reduce(grow, emptyTree).tasks.map(({ id }) => id)).toEqual([
        ...new Set(named.map(({ entityId }) => entityId)),
      ])
    }),
  ))
