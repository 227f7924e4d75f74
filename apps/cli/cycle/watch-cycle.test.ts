import { expect, test } from 'vitest'
import { cycleFailure, isEarlierTask } from './watch-cycle.ts'

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

test('a failed run names the line that says why, its other lines below, and what to do next', () => {
  const message = [
    'The agent did not finish. I stopped at block 1 of 1 (run node print-ticket.js). Exit code 1',
    "Error: Cannot find module '/worktree/print-ticket.js'",
  ].join('\n')
  const cycle = { id: 'c', handle: 'TIC-1', status: 'failed', runId: 'r1' }
  const failure = { message, step: 'build-task', code: 'gave_up' }
  expect(
    cycleFailure({ cycle: { ...cycle, failure }, tasks: [] } as never)
      ?.message.split('\n')
      .slice(0, 4),
  ).toEqual([
    "The run failed at build-task: “node print-ticket.js” failed: Cannot find module '/worktree/print-ticket.js'",
    '  The agent did not finish.',
    '  Exit code 1',
    "  Error: Cannot find module '/worktree/print-ticket.js'",
  ])
})
