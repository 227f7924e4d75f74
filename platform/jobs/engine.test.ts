import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { createEngine } from './engine.ts'
import { failRun, finish, step, Unrecoverable } from './step.ts'
import { goTo } from '../../testing/jobs/plain-steps.ts'
import { workflow } from './workflow.ts'
import { ended, eventually, mark, openWorld, quiet } from '../../testing/jobs/world.ts'

const kit = await testDatabase()
const world = await openWorld(kit)

const failing = (name: string, more: object) =>
  step(name, {
    ...more,
    effect: async ({ write, step }) => {
      await write((tx) => mark(tx, `${name} attempt ${step.attempt}`))
      throw Object.assign(new Error(`${name} broke \0 here`), { code: 'broken' })
    },
    commit: () => finish(),
  })

const line = workflow('line', {
  ended: async ({ tx, run }, end) => {
    const detail = end.status === 'failed' ? `: ${end.failure.message}` : ''
    await mark(tx, `${run.id} ${end.status}${detail}`)
  },
  steps: [
    step('first', {
      effect: async ({ key }) => ({ made: `with ${key}` }),
      commit: async ({ tx, run }, { made }) => {
        await mark(tx, `${run.id} first ${made}`)
        return goTo('second', { from: 'first' })
      },
    }),
    step('second', { commit: ({ step }) => finish({ payload: step.payload }) }),
    failing('fails', { retries: 2 }),
    failing('decides', { retries: 0, failed: () => goTo('second', { after: 'the failure' }) }),
    failing('judges', {
      retries: 0,
      failed: () => failRun({ message: 'It \0 cannot be done', details: { tried: 'all' } }),
    }),
    failing('breaks twice', {
      retries: 0,
      failed: () => {
        throw new Error('undecided')
      },
    }),
    step('hopeless', {
      effect: () => Promise.reject(new Unrecoverable('There is nothing to do it with')),
      commit: () => finish(),
    }),
    step('leads nowhere', { retries: 0, commit: () => goTo('nowhere') }),
    step('reads', {
      version: 2,
      payload: (stored, version) => ({ words: version === 1 ? [stored.word] : stored.words }),
      commit: ({ step }) => finish(step.payload),
    }),
    step('too long', { retries: 0, commit: () => goTo('second', { long: 'x'.repeat(300_000) }) }),
  ],
})
const options = { database: kit.database, sandboxes: { limit: 2 }, log: quiet, retryFirstMs: 10 }
const engine = createEngine({ ...options, workflows: [line] })
await engine.work()
afterAll(() => engine.stop())

const marksOf = async (id: string) => (await world.marks(`${id}%`)).map((text) => text.slice(id.length + 1))
const stepsOf = (id: string) => world.rows('select * from run_step where run_id = $1 order by seq', [id])

test('a run executes its steps, passes payloads on and ends', async () => {
  const run = await world.start(engine)
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished', result: { payload: { from: 'first' } } })
  expect(await marksOf(run.id)).toEqual([`first with ${run.id}:1`, 'finished'])
  expect(await stepsOf(run.id)).toMatchObject([
    { name: 'first', status: 'done', attempt: 1, result: { goTo: 'second' } },
    { name: 'second', status: 'done', result: { finish: { payload: { from: 'first' } } } },
  ])
  expect(await world.rows('select 1 from queue.job where run_id = $1', [run.id])).toEqual([])
})

test('rolling back the transaction that started a run removes the run', async () => {
  const subjectId = uuidv7()
  const starting = world.within(async (tx) => {
    await engine.start(tx, { workspaceId: world.workspaceId, kind: 'line', subjectId })
    throw new Error('changed my mind')
  })
  await expect(starting).rejects.toThrow('changed my mind')
  expect(await world.rows('select 1 from run where subject_id = $1', [subjectId])).toEqual([])
  const run = await world.start(engine)
  await ended(world, run.id)
  expect(await world.rows('select 1 from queue.job')).toEqual([])
})

test('starting the same run number repeatedly and concurrently creates one run', async () => {
  const subjectId = uuidv7()
  const runs = await Promise.all(Array.from({ length: 20 }, () => world.start(engine, {}, { subjectId, number: 1 })))
  expect(new Set(runs.map(({ id }) => id)).size).toBe(1)
  await ended(world, runs[0]!.id)
  expect(await world.start(engine, {}, { subjectId, number: 1 })).toMatchObject({ id: runs[0]!.id })
  expect(await marksOf(runs[0]!.id)).toHaveLength(2)
})

test('a start without a number takes the next one, and an older number is refused', async () => {
  const subjectId = uuidv7()
  const first = await world.start(engine, {}, { subjectId })
  await ended(world, first.id)
  const second = await world.start(engine, {}, { subjectId })
  expect([first.number, second.number]).toEqual([1, 2])
  await expect(world.start(engine, {}, { subjectId, number: 1 })).rejects.toThrow(`is behind run 2`)
})

test('an error is retried, and then fails the run with its message', async () => {
  const run = await world.start(engine, {}, { first: 'fails' })
  expect(await ended(world, run.id)).toMatchObject({
    status: 'failed',
    failure: { step: 'fails', message: 'fails broke � here', code: 'broken' },
  })
  expect(await world.marks('fails%')).toEqual(['fails attempt 1', 'fails attempt 2', 'fails attempt 3'])
  expect(await stepsOf(run.id)).toMatchObject([{ status: 'failed', errors: 2, attempt: 3, error: { code: 'broken' } }])
  expect(await marksOf(run.id)).toEqual(['failed: fails broke � here'])
})

test('a permanent error is handled without a retry', async () => {
  const run = await world.start(engine, {}, { first: 'hopeless' })
  expect(await ended(world, run.id)).toMatchObject({
    status: 'failed',
    failure: { step: 'hopeless', message: 'There is nothing to do it with' },
  })
  expect(await stepsOf(run.id)).toMatchObject([{ attempt: 1, errors: 0 }])
})

test('a step decides what its failure means', async () => {
  const [goes, ends] = await Promise.all([
    world.start(engine, {}, { first: 'decides' }),
    world.start(engine, {}, { first: 'judges' }),
  ])
  expect(await ended(world, goes.id)).toMatchObject({
    status: 'finished',
    result: { payload: { after: 'the failure' } },
  })
  expect(await ended(world, ends.id)).toMatchObject({
    status: 'failed',
    failure: { step: 'judges', message: 'It � cannot be done', details: { tried: 'all' } },
  })
})

test('a failing failure handler ends the run, and the workflow is notified', async () => {
  const run = await world.start(engine, {}, { first: 'breaks twice' })
  expect(await ended(world, run.id)).toMatchObject({ status: 'failed', failure: { step: 'breaks twice' } })
  expect(await marksOf(run.id)).toEqual(['failed: breaks twice broke � here'])
})

test('a run ends even when the `ended` handler of its workflow throws', async () => {
  const broken = workflow('broken', {
    steps: [failing('fails', { retries: 0 })],
    ended: () => Promise.reject(new Error('no end')),
  })
  const other = createEngine({ ...options, workflows: [line, broken] })
  await engine.stop()
  await other.work()
  const run = await world.start(other, {}, { kind: 'broken' })
  expect(await ended(world, run.id)).toMatchObject({ status: 'failed', failure: { step: 'fails' } })
  await other.stop()
  await engine.work()
})

test('a step that goes to an unknown step fails the run with a message that names the known steps', async () => {
  const run = await world.start(engine, {}, { first: 'leads nowhere' })
  expect((await ended(world, run.id)).failure!.message).toMatch(
    /^Workflow line has no step nowhere; it has first, second, /,
  )
})

test('a payload of 300 KB is refused with a message', async () => {
  const run = await world.start(engine, {}, { first: 'too long' })
  expect((await ended(world, run.id)).failure!.message).toMatch(
    /^The payload of second has 300011 bytes of at most 262144/,
  )
})

test('a newer step reads a payload of an older version', async () => {
  const before = workflow('line', { steps: [step('reads', { commit: () => finish() })] })
  const old = createEngine({ ...options, workflows: [before] })
  const [older, newer] = await Promise.all([
    world.start(old, { word: 'a' }, { first: 'reads' }),
    world.start(engine, { words: ['b'] }, { first: 'reads' }),
  ])
  expect(await ended(world, older.id)).toMatchObject({ result: { words: ['a'] } })
  expect(await ended(world, newer.id)).toMatchObject({ result: { words: ['b'] } })
})

test('diagnostics show a waiting retry, and show nothing to another workspace', async () => {
  const slow = createEngine({ ...options, workflows: [line], retryFirstMs: 60_000 })
  await engine.stop()
  await slow.work()
  const run = await world.start(slow, {}, { first: 'fails' })
  const found = await eventually(async () => {
    const now = await world.within((tx) => slow.diagnostics(tx, run.id))
    return now?.steps[0]?.errors === 1 && now
  })
  expect(found).toMatchObject({
    run: { status: 'active', failure: null },
    queue: { state: 'created' },
    steps: [{ name: 'fails', status: 'queued', errors: 1, error: { code: 'broken' } }],
    parked: [],
  })
  expect(found.queue!.availableAt.getTime()).toBeGreaterThan(Date.now() + 30_000)
  const neighbour = await openWorld(kit)
  expect(await neighbour.within((tx) => slow.diagnostics(tx, run.id))).toBeUndefined()
  expect(await neighbour.within((tx) => slow.cancel(tx, run.id))).toBe(false)
  expect(await world.within((tx) => slow.cancel(tx, run.id))).toBe(true)
  await slow.stop()
})

test('a commit is repeated after a lost connection or a deadlock, and its effect is not', async () => {
  const passing = ['57P01', '40P01']
  let effects = 0
  const shaky = workflow('shaky', {
    steps: [
      step('only', {
        retries: 0,
        effect: () => Promise.resolve((effects += 1)),
        commit: async ({ tx }) => {
          await mark(tx, `shaky ${passing.length}`)
          const code = passing.pop()
          if (code) throw Object.assign(new Error('not your fault'), { code })
          return finish()
        },
      }),
    ],
  })
  const other = createEngine({ ...options, workflows: [shaky] })
  await engine.stop()
  await other.work()
  const run = await world.start(other, {}, { kind: 'shaky' })
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
  expect(effects).toBe(1)
  expect(await world.marks('shaky%')).toEqual(['shaky 0'])
  await other.stop()
  await engine.work()
})
