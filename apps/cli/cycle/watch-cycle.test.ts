import { expect, test } from 'vitest'
import { isEarlierTask } from './watch-cycle.ts'

const detail = (
  status: string,
  runId: string | null,
  tasks: readonly (readonly [id: string, runId: string | null])[],
) => ({ cycle: { status, runId }, tasks: tasks.map(([id, run]) => ({ id, runId: run })) }) as never

test.each([
  [
    'a run that works',
    detail('running', 'r2', [
      ['c', 'r2'],
      ['d', 'r2'],
    ]),
    { a: true, b: true, c: false, d: false, e: false },
  ],
  ['a run that has no tasks yet', detail('planning', 'r2', [['b', 'r1']]), { a: true, b: true, c: false }],
  [
    'a run that is over',
    detail('failed', 'r2', [
      ['c', 'r2'],
      ['d', null],
    ]),
    { a: true, c: true, d: false },
  ],
  ['no run at all', detail('draft', null, [['a', null]]), { a: false, b: false }],
])('leaves out earlier steps of agents: %s', (_what, shown, expected) => {
  const isPast = isEarlierTask(shown)
  expect(Object.fromEntries(Object.keys(expected).map((id) => [id, isPast(id)]))).toEqual(expected)
})
