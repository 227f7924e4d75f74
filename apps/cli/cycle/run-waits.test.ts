import { expect, test } from 'vitest'
import { failed, Failure } from '../failure.ts'
import type { Client } from '../client/client.ts'
import { followWaits, waitLines } from './run-waits.ts'

const step = (name: string, status = 'running') => ({
  seq: 1,
  name,
  taskId: null,
  status,
  attempt: 1,
  worker: null,
  error: null,
  startedAt: '2027-03-04T10:00:00Z',
  endedAt: null,
})
const earlierChecks = [
  { phase: 'base' as const, name: 'setup', durationMs: 139_000 },
  { phase: 'base' as const, name: 'test', durationMs: 26_000 },
]
const details = { runs: 1, requests: 0, people: 1, place: 2 }
const parked = [{ kind: 'sandbox', labels: [], taskId: null, since: '2027-03-04T10:00:00Z', details }]

test('a run at its checks names their tree and how long they took the last time', () => {
  expect(waitLines({ parked: [], steps: [step('check-base')], earlierChecks })).toEqual([
    'Installing packages and running the checks before the change … Last time: setup 2 min 19 s, test 26 s.',
  ])
  expect(waitLines({ parked: [], steps: [step('check-task')] })).toEqual([
    'Installing packages and running the checks over the change …',
  ])
  expect(waitLines({ parked: [], steps: [step('build-task')], earlierChecks })).toEqual([])
})

test('a run without a sandbox names their holders, its place in the line, and the setting for more', () => {
  expect(waitLines({ parked, steps: [step('check-base', 'parked')], earlierChecks })).toEqual([
    'No sandbox is free. It is number 2 in the line. 1 run, 1 terminal or desktop have the sandboxes of this server. The operator of the server can allow more at once: ATELIER_SANDBOX_LIMIT.',
  ])
})

const failure = (code: string) => failed(code, 'No.')

test('a wait is printed once, a run that has not begun is asked again, and a refusal ends it', async () => {
  const replies = [
    failure('no_run'),
    { parked, steps: [] },
    { parked, steps: [] },
    { parked: [], steps: [step('check-base')] },
    failure('forbidden'),
  ]
  let asked = 0
  const call = () => {
    const reply = replies[asked++]
    return reply instanceof Failure ? Promise.reject(reply) : Promise.resolve(reply)
  }
  const said: string[] = []
  const signal = new AbortController().signal
  const waits = followWaits({ call } as unknown as Client, 'id', { signal, everyMs: 1, say: (line) => said.push(line) })
  await expect.poll(() => asked).toBe(replies.length)
  await waits.end()
  expect(said.map((line) => line.slice(0, 20))).toEqual(['No sandbox is free. ', 'Installing packages '])
})
