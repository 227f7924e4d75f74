import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import type { Transaction } from '../db/transaction.ts'
import { createEngine } from './engine.ts'
import { finish, graph, NoPayload, type Run } from './index.ts'
import { addPiece, lockPlan, makePlan, pieces, piecesOf, plans, preparePieces } from '../../testing/jobs/pieces.ts'
import { ended, eventually, openWorld, quiet } from '../../testing/jobs/world.ts'

const hasty = graph('hasty', { only: { payload: NoPayload, to: [] } })
const hurry = hasty.coordinator('only', {
  retries: 0,
  lock: () => Promise.resolve(),
  commit: async ({ start }) => {
    await start({ kind: 'piece', subjectId: uuidv7(), payload: { work: 'waits' } })
    return finish()
  },
})

const kit = await testDatabase()
await preparePieces(kit.url)
const world = await openWorld(kit)
const workflows = [plans, pieces, hasty.workflow({ first: 'only', steps: { only: hurry } })]
const options = { database: kit.database, workflows, sandboxes: { limit: 2 }, log: quiet, retryFirstMs: 10 }
const engine = createEngine(options)
await engine.work()
afterAll(() => engine.stop())

const startPlan = (fill: (tx: Transaction, plan: string) => Promise<unknown>): Promise<Run> =>
  world.within(async (tx) => {
    const subjectId = await makePlan(tx)
    await fill(tx, subjectId)
    return engine.start(tx, { workspaceId: world.workspaceId, kind: 'plan', subjectId })
  })
const runsBelow = (run: Run) =>
  world.rows<{ id: string; subject_id: string; status: string; parent_id: string }>(
    `with recursive below as (select * from run where id = $1 union all
       select run.* from run join below on run.parent_id = below.id)
     select id, subject_id, status, parent_id from below where id <> $1 order by created_at, id`,
    [run.id],
  )
const stepsOf = (run: { id: string }) =>
  world.rows<{ name: string; status: string; seq: number }>(
    'select seq, name, status from run_step where run_id = $1 order by seq',
    [run.id],
  )
const waiting = (run: Run, open: number) =>
  eventually(async () => {
    const rows = await world.rows('select 1 from run_parked where run_id = $1 and details = $2', [run.id, { open }])
    return rows.length === 1
  })
const parks = (run: { id: string }) => eventually(async () => (await stepsOf(run)).at(-1)?.status === 'parked')
const nothingLeft = async () => {
  expect(await world.rows("select name from run_step where status in ('queued', 'running', 'parked')")).toEqual([])
  expect(await world.rows('select 1 from run_parked')).toEqual([])
  expect(await world.rows('select 1 from queue.job')).toEqual([])
  expect(await world.rows('select 1 from step_cancel')).toEqual([])
}

test('children begin in the order of their needs, and the parent ends after the last', async () => {
  const run = await startPlan(async (tx, plan) => {
    const first = await addPiece(tx, plan, 'quick')
    const second = await addPiece(tx, plan, 'quick', [first])
    await addPiece(tx, plan, 'quick', [first, second])
  })
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished', result: { pieces: 3 } })
  const [a, b, c] = (await world.within((tx) => piecesOf(tx, run.subjectId))).map(({ id }) => id)
  const each = (id?: string) => [`${id} begun`, `${id} finished`, `${id} joined`]
  const ids = [a, b, c, run.subjectId]
  expect((await world.marks()).filter((text) => ids.some((id) => text.startsWith(id!)))).toEqual([
    ...each(a),
    ...each(b),
    ...each(c),
    `${run.subjectId} finished`,
  ])
  expect((await runsBelow(run)).map(({ parent_id }) => parent_id)).toEqual([run.id, run.id, run.id])
  await nothingLeft()
})

test('a piece that is added while the parent waits begins with the wake, and a wake of an ended run is false', async () => {
  const run = await startPlan((tx, plan) => addPiece(tx, plan, 'asks'))
  await waiting(run, 1)
  const woken = await world.within(async (tx) => {
    await lockPlan(tx, run.subjectId)
    await addPiece(tx, run.subjectId, 'quick')
    return engine.wake(tx, run.id)
  })
  expect(woken).toBe(true)
  await eventually(async () => (await world.within((tx) => piecesOf(tx, run.subjectId)))[1]?.status === 'joined')
  const [asking] = await runsBelow(run)
  await eventually(() => world.within((tx) => engine.resume(tx, asking!.id, 'answer')))
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished', result: { pieces: 2 } })
  expect(await world.within((tx) => engine.wake(tx, run.id))).toBe(false)
})

test('a wake in a transaction that rolls back changes nothing, and neither does one of a run that asks', async () => {
  const run = await startPlan((tx, plan) => addPiece(tx, plan, 'asks'))
  await waiting(run, 1)
  const [asking] = await runsBelow(run)
  await parks(asking!)
  const before = await stepsOf(run)
  const waking = world.within(async (tx) => {
    await engine.wake(tx, run.id)
    throw new Error('not after all')
  })
  await expect(waking).rejects.toThrow('not after all')
  expect(await world.within((tx) => engine.wake(tx, asking!.id))).toBe(true)
  expect(await stepsOf(run)).toEqual(before)
  expect(await stepsOf(asking!)).toMatchObject([{ name: 'make' }, { name: 'answered', status: 'parked' }])
  await world.within((tx) => engine.cancel(tx, run.id))
  await ended(world, run.id)
})

test('a cancel goes down three levels in one transaction, and each parent cleans up after its last child', async () => {
  const run = await startPlan(async (tx, plan) => {
    const inner = await addPiece(tx, plan, 'plan')
    await addPiece(tx, inner, 'waits')
    await addPiece(tx, inner, 'asks')
    await addPiece(tx, plan, 'asks')
  })
  await eventually(async () => (await runsBelow(run)).length === 4)
  await world.within(async (tx) => {
    expect(await engine.cancel(tx, run.id)).toBe(true)
    const { rows } = await tx.query({ text: "select 1 from run where status = 'active'", values: [] })
    expect(rows).toEqual([])
  })
  expect(await ended(world, run.id)).toMatchObject({ status: 'cancelled' })
  const below = await runsBelow(run)
  expect(below.map(({ status }) => status)).toEqual(Array(4).fill('cancelled'))
  const ends = (await world.marks()).filter((text) => / (cancelled|cleared up)$/.test(text)).slice(-7)
  const inner = (await world.within((tx) => piecesOf(tx, run.subjectId)))[0]!.id
  const at = (text: string) => ends.indexOf(text)
  const leaves = await world.within((tx) => piecesOf(tx, inner))
  for (const { id } of leaves) expect(at(`${inner} cleared up`)).toBeGreaterThan(at(`${id} cancelled`))
  expect(at(`${run.subjectId} cleared up`)).toBeGreaterThan(at(`${inner} cancelled`))
  expect(ends.at(-1)).toBe(`${run.subjectId} cancelled`)
  await nothingLeft()
})

test('a child that is cancelled without its parent ends in a step of its own, and its parent continues', async () => {
  const run = await startPlan(async (tx, plan) => {
    const asking = await addPiece(tx, plan, 'asks')
    await addPiece(tx, plan, 'quick', [asking])
  })
  const [child] = await eventually(async () => (await runsBelow(run)).length > 0 && runsBelow(run))
  await parks(child!)
  expect(await world.within((tx) => engine.cancel(tx, child!.id))).toBe(true)
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
  expect((await stepsOf(child!)).map(({ name, status }) => [name, status])).toEqual([
    ['make', 'done'],
    ['answered', 'cancelled'],
    ['end', 'done'],
  ])
})

test('a failure stops the living children, is stored, and is reported after the last of them', async () => {
  const run = await startPlan(async (tx, plan) => {
    await addPiece(tx, plan, 'waits')
    await addPiece(tx, plan, 'fails')
  })
  expect(await ended(world, run.id)).toMatchObject({
    status: 'failed',
    failure: { step: 'advance', message: 'A piece failed' },
  })
  expect((await runsBelow(run)).map(({ status }) => status).sort()).toEqual(['cancelled', 'failed'])
  const steps = await stepsOf(run)
  expect(steps.at(-1)).toMatchObject({ name: 'end', status: 'done' })
  const [stopped] = await world.within((tx) => piecesOf(tx, run.subjectId))
  const marks = await world.marks()
  expect(marks.indexOf(`${run.subjectId} failed`)).toBeGreaterThan(marks.indexOf(`${stopped!.id} cancelled`))
  await nothingLeft()
})

test('finishing while children live is an error, and leaves no child behind', async () => {
  const run = await world.start(engine, {}, { kind: 'hasty' })
  expect((await ended(world, run.id)).failure).toMatchObject({
    message: 'only ends the run, whose children have not ended',
  })
  expect(await runsBelow(run)).toEqual([])
})

test('diagnostics list the waits of the run, and then of its living children', async () => {
  const run = await startPlan((tx, plan) => addPiece(tx, plan, 'asks'))
  await waiting(run, 1)
  const [child] = await runsBelow(run)
  await parks(child!)
  expect((await world.within((tx) => engine.diagnostics(tx, run.id)))?.parked).toMatchObject([
    { kind: 'change', labels: ['change'], step: 'advance', details: { open: 1 }, run: { id: run.id, kind: 'plan' } },
    { kind: 'person', labels: ['answer'], step: 'answered', run: { id: child!.id, kind: 'piece', number: 1 } },
  ])
  await world.within((tx) => engine.cancel(tx, run.id))
  await ended(world, run.id)
  expect((await world.within((tx) => engine.diagnostics(tx, run.id)))?.parked).toEqual([])
})

test('many ends at once lose no wake, and a run keeps only its newest steps', async () => {
  const run = await startPlan(async (tx, plan) => {
    for (let at = 0; at < 24; at += 1) await addPiece(tx, plan, 'quick')
  })
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished', result: { pieces: 24 } })
  const steps = await stepsOf(run)
  expect(steps.length).toBeLessThan(steps.at(-1)!.seq)
  expect(steps.every(({ status }) => status === 'done')).toBe(true)
  await nothingLeft()
})
