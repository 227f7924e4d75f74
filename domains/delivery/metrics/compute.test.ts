import { expect, test } from 'vitest'
import { metricsOf, type MetricsInput } from './compute.ts'

const at = (seconds: number) => new Date(Date.parse('2026-03-04T00:00:00Z') + seconds * 1_000)
const day = 86_400

const historyOf = (of: 'cycle' | 'task', id: string, cycleId: string, stages: Readonly<Record<string, number>>) =>
  Object.entries(stages).map(([stage, second]) => ({
    of,
    id,
    cycleId,
    at: at(second),
    stage: stage.replace(/\d/, ''),
  }))

const quick = { planning: 100, running: 110, reviewing: 200, completed: 210 }
const slow = { planning: 0, running: 10, blocked: 20, running2: 520, reviewing: 600, completed: 610 }
const first = {
  queued: 105,
  building: 110,
  testing: 150,
  reviewing: 180,
  approved: 190,
  merging: 191,
  merged: 195,
  done: 210,
}
const reworked = {
  queued: 5,
  building: 10,
  testing: 15,
  building2: 18,
  testing2: 19,
  reviewing: 20,
  blocked: 21,
  approved: 520,
  merging: 521,
  merged: 525,
  done: 610,
}

const observed: MetricsInput = {
  span: { since: at(-7 * day), until: at(7 * day) },
  timeZone: 'UTC',
  ended: [
    { cycleId: 'slow', outcome: 'completed', at: at(610) },
    { cycleId: 'lost', outcome: 'failed', at: at(400) },
    { cycleId: 'quick', outcome: 'completed', at: at(210) },
    { cycleId: 'lost', outcome: 'stopped', at: at(100) },
  ],
  events: [
    ...historyOf('cycle', 'quick', 'quick', quick),
    ...historyOf('cycle', 'slow', 'slow', slow),
    ...historyOf('cycle', 'old', 'old', { planning: -day }),
    ...historyOf('cycle', 'new', 'new', { planning: 7 * day - 300 }),
    ...historyOf('task', 'one', 'quick', first),
    ...historyOf('task', 'two', 'slow', reworked),
    ...historyOf('task', 'three', 'lost', { queued: 1, building: 2, failed: 400 }),
  ],
  atWork: [
    { id: 'new', title: 'New', status: 'planning', statusChangedAt: at(7 * day - 300) },
    { id: 'old', title: 'Old', status: 'blocked', statusChangedAt: at(6 * day) },
  ],
  proposed: new Map([
    ['quick', at(90)],
    ['slow', at(-390)],
  ]),
  truncated: false,
}

test('times run from the begin of work, or from the proposal, to the completion', () => {
  const { cycleTime, leadTime, throughput } = metricsOf(observed)
  expect(cycleTime).toEqual({ count: 2, p50Seconds: 110, p85Seconds: 610, p95Seconds: 610 })
  expect(leadTime).toEqual({ count: 2, p50Seconds: 120, p85Seconds: 1_000, p95Seconds: 1_000 })
  expect(throughput).toEqual({
    completed: 2,
    perWeek: 1,
    weeks: [
      { weekStart: '2026-02-23', completed: 0, merged: 0, sentBack: 0 },
      { weekStart: '2026-03-02', completed: 2, merged: 2, sentBack: 1 },
      { weekStart: '2026-03-09', completed: 0, merged: 0, sentBack: 0 },
    ],
  })
})

test('merges and returns of tasks count only in the weeks of the span, also of cycles in progress', () => {
  const events = [
    ...historyOf('task', 'three', 'new', { building: -8 * day, testing: -8 * day + 1, building2: -8 * day + 2 }),
    ...historyOf('task', 'four', 'new', { building: 6 * day, testing: 6 * day + 1, building2: 6 * day + 2 }),
  ]
  const { weeks } = metricsOf({ ...observed, events }).throughput
  expect(weeks.map(({ merged, sentBack }) => [merged, sentBack])).toEqual([
    [0, 0],
    [0, 0],
    [0, 1],
  ])
})

test('stages of completed cycles and their tasks count over all their stays', () => {
  const { cycleStages, taskStages } = metricsOf(observed)
  expect(cycleStages).toEqual([
    { stage: 'planning', count: 2, medianSeconds: 10, p85Seconds: 10 },
    { stage: 'blocked', count: 1, medianSeconds: 500, p85Seconds: 500 },
    { stage: 'running', count: 2, medianSeconds: 90, p85Seconds: 90 },
    { stage: 'reviewing', count: 2, medianSeconds: 10, p85Seconds: 10 },
  ])
  // The failed cycle's task is no part of it: 5 + 1 seconds of the reworked task, 40 of the other.
  expect(taskStages.find(({ stage }) => stage === 'building')).toEqual({
    stage: 'building',
    count: 2,
    medianSeconds: 6,
    p85Seconds: 40,
  })
})

test('work in progress is the oldest first, and aging once it is older than 85 of 100 were', () => {
  const { wip, agingWip } = metricsOf(observed)
  expect(wip).toEqual({
    cycles: 2,
    stages: [
      { stage: 'planning', cycles: 1 },
      { stage: 'blocked', cycles: 1 },
    ],
  })
  expect(agingWip).toMatchObject([
    { cycleId: 'old', stage: 'blocked', ageSeconds: 8 * day, stageSeconds: day, isAging: true },
    { cycleId: 'new', stage: 'planning', ageSeconds: 300, stageSeconds: 300, isAging: false },
  ])
  expect(metricsOf({ ...observed, ended: [] }).agingWip.map(({ isAging }) => isAging)).toEqual([null, null])
})

test('stages that needed rework or a person, and runs that failed, lower the rates', () => {
  const { automation } = metricsOf(observed)
  expect(automation).toMatchObject({
    completed: 2,
    failed: 1,
    stopped: 1,
    completionRate: 0.6667,
    handsOffRate: 0.5,
    firstPassRate: 0.5,
  })
  const of = (name: string) => automation.stages.find(({ stage }) => stage === name)
  expect(of('testing')).toEqual({
    stage: 'testing',
    left: 3,
    passed: 2,
    returned: 1,
    waited: 0,
    failed: 0,
    passRate: 0.6667,
  })
  expect(of('reviewing')).toMatchObject({ left: 2, passed: 1, waited: 1, passRate: 0.5 })
})

test('a project in which nothing happened has no figure that is made up', () => {
  const none = metricsOf({ ...observed, ended: [], events: [], atWork: [], proposed: new Map() })
  const { completed, failed, stopped, stages, ...rates } = none.automation
  expect([completed, failed, stopped, stages]).toEqual([0, 0, 0, []])
  expect(new Set(Object.values(rates))).toEqual(new Set([null]))
  expect([none.cycleTime.p50Seconds, none.leadTime.p95Seconds, none.throughput.perWeek]).toEqual([null, null, 0])
})
