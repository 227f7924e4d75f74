import { expect, test } from 'vitest'
import { runningChecks } from './running-checks.ts'

const step = (name: string, status = 'running', endedAt: string | null = null) => ({ name, status, endedAt })
const base = { phase: 'base', name: 'test', durationMs: 26_000 } as const
const task = { phase: 'task', name: 'test', durationMs: 31_000 } as const

test.each([
  ['plan', 'base', base],
  ['check-base', 'base', base],
  ['check-task', 'change', task],
  ['verify', 'result', task],
] as const)('checks of the step %s run over the %s, with their earlier durations there', (name, over, check) => {
  const steps = [step(name, 'queued'), step('check-base', 'done', 'then')]
  expect(runningChecks({ steps, earlierChecks: [base, task] })).toEqual({ step: steps[0], over, checks: [check] })
})

test('the first change has the durations of its base, and the first base has none', () => {
  expect(runningChecks({ steps: [step('check-task')], earlierChecks: [base] })?.checks).toEqual([base])
  expect(runningChecks({ steps: [step('check-base')], earlierChecks: [] })).toMatchObject({ over: 'base', checks: [] })
})

test.each([step('build-task'), step('check-base', 'parked'), step('check-task', 'done', 'then')])(
  'no check runs in the step $name with the status $status',
  (one) => expect(runningChecks({ steps: [one], earlierChecks: [base] })).toBeUndefined(),
)
