import { setImmediate } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { createEngine } from './engine.ts'
import { finish, type Run, step } from './step.ts'
import { goTo, park } from '../../testing/jobs/plain-steps.ts'
import { workflow } from './workflow.ts'
import { ended, eventually, mark, openWorld, quiet, type World } from '../../testing/jobs/world.ts'

const kit = await testDatabase()
const world = await openWorld(kit)

const cleanUp = step('clean up', {
  effect: async ({ write }) => write((tx) => mark(tx, 'cleaning')),
  commit: async ({ tx, run }) => {
    await mark(tx, `${run.id} cleaned`)
    return finish()
  },
})
const untilStopped = (signal: AbortSignal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

const line = workflow('line', {
  cancelled: cleanUp,
  ended: ({ tx, run }, end) => mark(tx, `${run.id} ended ${end.status}`),
  steps: [
    step('waits', {
      effect: async ({ signal, write, run }) => {
        await write((tx) => mark(tx, `${run.id} waits`))
        await untilStopped(signal)
      },
      commit: () => finish(),
    }),
    step('asks', { commit: () => park({ kind: 'person', labels: ['answer'], step: 'quick' }) }),
    step('later', { commit: () => goTo('quick', {}, { delayMs: 600_000 }) }),
    step('quick', {
      commit: async ({ tx, run }) => {
        await mark(tx, `${run.id} quick`)
        return finish()
      },
    }),
  ],
})
const bare = workflow('bare', { steps: line.steps, ended: line.ended! })
const options = { database: kit.database, workflows: [line, bare], sandboxes: { limit: 2 }, log: quiet }
const engine = createEngine(options)
await engine.work()
afterAll(() => engine.stop())

const marksOf = async (run: Run, from: World = world) =>
  (await from.marks(`${run.id}%`)).map((text) => text.slice(run.id.length + 1))
const cancel = (run: Run, by = engine) => world.within((tx) => by.cancel(tx, run.id))
const stepStatus = async (run: Run) =>
  (await world.rows<{ status: string }>('select status from run_step where run_id = $1 order by seq', [run.id])).map(
    ({ status }) => status,
  )

test('another process can cancel a running step, and the cleanup follows', async () => {
  const run = await world.start(engine)
  await eventually(async () => (await marksOf(run)).includes('waits'))
  expect(await cancel(run, createEngine(options))).toBe(true)
  expect(await ended(world, run.id)).toMatchObject({ status: 'cancelled' })
  expect(await marksOf(run)).toEqual(['waits', 'cleaned', 'ended cancelled'])
  expect(await stepStatus(run)).toEqual(['cancelled', 'done'])
  expect(await world.rows('select 1 from step_cancel')).toEqual([])
})

test('cancelling a parked or delayed run cleans up at once, and its steps never run', async () => {
  const [parked, delayed] = await Promise.all([
    world.start(engine, {}, { first: 'asks' }),
    world.start(engine, {}, { first: 'later' }),
  ])
  await eventually(
    async () => (await stepStatus(parked)).includes('parked') && (await stepStatus(delayed)).length === 2,
  )
  for (const run of [parked, delayed]) {
    expect(await cancel(run)).toBe(true)
    expect(await ended(world, run.id)).toMatchObject({ status: 'cancelled' })
    expect(await marksOf(run)).toEqual(['cleaned', 'ended cancelled'])
    expect(await stepStatus(run)).toEqual(['done', 'cancelled', 'done'])
    expect(await world.within((tx) => engine.resume(tx, run.id, 'answer'))).toBe(false)
  }
})

test('without a cleanup the run ends in the transaction that cancels it', async () => {
  const run = await world.start(engine, {}, { kind: 'bare', first: 'later' })
  await eventually(async () => (await stepStatus(run)).length === 2)
  await world.within(async (tx) => {
    await engine.cancel(tx, run.id)
    const { rows } = await tx.query({ text: 'select status from run where id = $1', values: [run.id] })
    expect(rows).toEqual([{ status: 'cancelled' }])
  })
  expect(await marksOf(run)).toEqual(['ended cancelled'])
})

test('a cancel that rolls back changes nothing', async () => {
  const run = await world.start(engine, {}, { first: 'asks' })
  await eventually(async () => (await stepStatus(run)).includes('parked'))
  const cancelling = world.within(async (tx) => {
    expect(await engine.cancel(tx, run.id)).toBe(true)
    throw new Error('on second thought')
  })
  await expect(cancelling).rejects.toThrow('on second thought')
  expect(await world.within((tx) => engine.resume(tx, run.id, 'answer'))).toBe(true)
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
})

test('one of a concurrent cancel and commit wins, and the run ends once', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const run = await world.start(engine, {}, { first: at % 2 ? 'quick' : 'asks' })
      for (let turn = 0; turn < at * 5; turn += 1) await setImmediate()
      const [cancelled, resumed] = await Promise.all([
        cancel(run),
        world.within((tx) => engine.resume(tx, run.id, 'answer')),
      ])
      if (!cancelled && at % 2 === 0 && !resumed) await cancel(run)
      return { run, cancelled, status: (await ended(world, run.id)).status }
    }),
  )
  for (const { run, cancelled, status } of outcomes) {
    const marks = await marksOf(run)
    expect(cancelled ? ['cancelled'] : ['finished', 'cancelled']).toContain(status)
    expect(marks.filter((text) => text.startsWith('ended'))).toEqual([`ended ${status}`])
    expect(marks.includes('quick')).toBe(status === 'finished')
    expect(marks.includes('cleaned')).toBe(status === 'cancelled')
  }
  expect(await world.rows('select 1 from queue.job')).toEqual([])
})

test('exactly one of many concurrent cancels succeeds', async () => {
  const run = await world.start(engine)
  const answers = await Promise.all(Array.from({ length: 30 }, () => cancel(run)))
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await ended(world, run.id)).toMatchObject({ status: 'cancelled' })
})

test('a newer run cancels the previous one', async () => {
  const subjectId = uuidv7()
  const first = await world.start(engine, {}, { subjectId, number: 1 })
  await eventually(async () => (await marksOf(first)).includes('waits'))
  const second = await world.start(engine, {}, { subjectId, number: 2, first: 'quick' })
  expect(await ended(world, second.id)).toMatchObject({ status: 'finished' })
  expect(await ended(world, first.id)).toMatchObject({ status: 'cancelled' })
  expect(await marksOf(first)).toEqual(['waits', 'cleaned', 'ended cancelled'])
})

test('deleting the rows of a running step stops it without a trace', async () => {
  const run = await world.start(engine)
  await eventually(async () => (await marksOf(run)).includes('waits'))
  await cancel(run)
  await world.deleteRun(run.id)
  await eventually(async () => (await world.rows('select 1 from queue.job')).length === 0)
  expect(await marksOf(run)).toEqual(['waits'])
})
