import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { createEngine } from './engine.ts'
import { finish, step } from './step.ts'
import { goTo, park } from '../../testing/jobs/plain-steps.ts'
import { workflow } from './workflow.ts'
import { ended, eventually, openWorld, quiet } from '../../testing/jobs/world.ts'

const kit = await testDatabase()
const world = await openWorld(kit)
const line = workflow('line', {
  steps: [
    step('ask', {
      commit: () =>
        park({
          kind: 'person',
          labels: ['approve', 'deny'],
          step: 'answered',
          payload: { asked: 'whether' },
          details: { title: 'Whether to go on' },
        }),
    }),
    step('answered', { commit: ({ step }) => (step.payload.again ? goTo('ask') : finish(step.payload)) }),
  ],
})
const engine = createEngine({ database: kit.database, workflows: [line], sandboxes: { limit: 2 }, log: quiet })
await engine.work()
afterAll(() => engine.stop())

const resume = (runId: string, label: string, payload?: object) =>
  world.within((tx) => engine.resume(tx, runId, label, payload))
const parkedRun = async () => {
  const run = await world.start(engine)
  await eventually(async () => (await world.rows('select 1 from run_parked where run_id = $1', [run.id])).length === 1)
  return run
}

test('a parked run holds only rows, and diagnostics name its labels', async () => {
  const run = await parkedRun()
  expect(await world.rows('select 1 from queue.job')).toEqual([])
  const found = await world.within((tx) => engine.diagnostics(tx, run.id))
  expect(found).toMatchObject({
    run: { status: 'active' },
    queue: undefined,
    parked: [{ kind: 'person', labels: ['approve', 'deny'], step: 'answered', details: { title: 'Whether to go on' } }],
    steps: [
      { name: 'answered', status: 'parked', attempt: 0 },
      { name: 'ask', status: 'done' },
    ],
  })
  expect(await resume(run.id, 'approve', { by: 'Ada' })).toBe(true)
  expect(await ended(world, run.id)).toMatchObject({ result: { asked: 'whether', by: 'Ada' } })
})

test('exactly one of a hundred concurrent resumes wins', async () => {
  const run = await parkedRun()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, by) => resume(run.id, by % 2 ? 'approve' : 'deny', { by })),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await ended(world, run.id)).toMatchObject({ result: { by: answers.indexOf(true) } })
  expect(await world.rows('select 1 from run_step where run_id = $1', [run.id])).toHaveLength(2)
})

test('an unknown label, a run that does not wait and another workspace resume nothing', async () => {
  const run = await parkedRun()
  const neighbour = await openWorld(kit)
  expect(await resume(run.id, 'bribe')).toBe(false)
  expect(await neighbour.within((tx) => engine.resume(tx, run.id, 'approve'))).toBe(false)
  expect(await resume(run.id, 'approve')).toBe(true)
  expect(await resume(run.id, 'approve')).toBe(false)
})

test('rolling back the transaction of a decision undoes its resume', async () => {
  const run = await parkedRun()
  const deciding = world.within(async (tx) => {
    expect(await engine.resume(tx, run.id, 'approve')).toBe(true)
    throw new Error('not decided')
  })
  await expect(deciding).rejects.toThrow('not decided')
  expect(await world.rows('select 1 from run_parked where run_id = $1', [run.id])).toHaveLength(1)
  expect(await resume(run.id, 'deny')).toBe(true)
})

test('a run can park repeatedly', async () => {
  const run = await parkedRun()
  for (let times = 0; times < 5; times += 1) {
    await resume(run.id, 'approve', { again: true })
    await eventually(async () => {
      const rows = await world.rows('select 1 from run_step where run_id = $1 and status = $2', [run.id, 'done'])
      return rows.length === 2 * times + 3
    })
  }
  await resume(run.id, 'approve')
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished', result: { asked: 'whether' } })
})

test('parked runs survive the end of every process', async () => {
  const run = await parkedRun()
  await engine.stop()
  const next = createEngine({ database: kit.database, workflows: [line], sandboxes: { limit: 2 }, log: quiet })
  await next.work()
  expect(await world.within((tx) => next.resume(tx, run.id, 'approve'))).toBe(true)
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
  await next.stop()
})
