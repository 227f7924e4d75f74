import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import type { Transaction } from '../db/transaction.ts'
import { createEngine, type Engine } from './engine.ts'
import { failRun, finish, type Run, step } from './step.ts'
import { goTo, park } from '../../testing/jobs/plain-steps.ts'
import { workflow } from './workflow.ts'
import { ended, eventually, mark, openWorld, quiet } from '../../testing/jobs/world.ts'

const kit = await testDatabase()
const world = await openWorld(kit)
const gates = new Map<string, () => void>()
let inside = 0
let most = 0

const line = workflow('line', {
  steps: [
    step('build', {
      sandbox: true,
      effect: async ({ run, signal, write }) => {
        inside += 1
        most = Math.max(most, inside)
        await write((tx) => mark(tx, `build ${run.id}`))
        await new Promise<void>((resolve) => {
          gates.set(run.id, resolve)
          signal.addEventListener('abort', () => resolve())
        })
        inside -= 1
      },
      commit: ({ step }) => {
        if (step.payload.then === 'fail') return failRun({ message: 'no' })
        if (step.payload.then === 'ask') return park({ kind: 'person', labels: ['go'], step: 'report' })
        return goTo('test')
      },
    }),
    step('test', { sandbox: true, commit: () => goTo('report') }),
    step('report', { commit: () => finish() }),
    step('rest', { sandbox: 'idle', effect: ({ write }) => write((tx) => mark(tx, 'rest')), commit: () => finish() }),
  ],
})
const options = { database: kit.database, workflows: [line], sandboxes: { limit: 3 }, log: quiet }
const engine = createEngine(options)
await engine.work()
afterAll(() => engine.stop())
afterEach(async () => {
  expect(await world.rows('select * from sandbox_slot')).toEqual([])
  expect(await world.rows('select * from sandbox_wait')).toEqual([])
})

const built = (run: Run) => eventually(() => Promise.resolve(gates.get(run.id)))
const waiting = (run: Run) =>
  eventually(async () => (await world.rows('select 1 from run_parked where run_id = $1', [run.id])).length === 1)
const startInTurn = async (count: number) => {
  const runs: Run[] = []
  for (let at = 0; at < count; at += 1) {
    const run = await world.start(engine)
    await (at < 2 ? built(run) : waiting(run))
    runs.push(run)
  }
  return runs
}
const startRun = (tx: Transaction) =>
  engine.start(tx, { workspaceId: world.workspaceId, kind: 'line', subjectId: uuidv7() })
const take = (by: Engine) => world.within((tx) => by.slots.take(tx))

test('runs share their slots, queue for them as parked steps, and continue in order', async () => {
  most = 0
  const runs = await startInTurn(5)
  expect(await world.within((tx) => engine.diagnostics(tx, runs[2]!.id))).toMatchObject({
    queue: undefined,
    parked: [
      {
        kind: 'sandbox',
        labels: ['sandbox'],
        step: 'build',
        details: { active: 2, limit: 3, runs: 2, requests: 0, people: 0, place: 1 },
      },
    ],
    steps: [{ name: 'build', status: 'parked', attempt: 0 }],
  })
  for (const [at, run] of runs.entries()) {
    ;(await built(run))()
    expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
    // Two that are granted one after the other may begin in either order: the next one is let in alone.
    if (runs[at + 2]) await built(runs[at + 2]!)
  }
  expect(await world.marks('build%')).toEqual(runs.map(({ id }) => `build ${id}`))
  expect(most).toBe(2)
})

test('an idle step begins once no other step wants a slot', async () => {
  const runs = await startInTurn(2)
  const idle = await world.start(engine, {}, { first: 'rest' })
  // It was looked at, and waits in no line.
  await eventually(async () => {
    const query = 'select 1 from queue.job where run_id = $1 and lease_id is null and available_at > now()'
    return (await world.rows(query, [idle.id])).length === 1
  })
  const last = await world.start(engine)
  await waiting(last)
  gates.get(runs[0]!.id)!()
  await built(last)
  expect(await world.marks('rest')).toEqual([])
  for (const run of [runs[1]!, last]) gates.get(run.id)!()
  for (const run of [...runs, last]) await ended(world, run.id)
  expect(await ended(world, idle.id)).toMatchObject({ status: 'finished' })
  expect(await world.marks('rest')).toEqual(['rest'])
})

test('a slot is released when the run parks, fails or is cancelled', async () => {
  for (const then of ['ask', 'fail', 'be cancelled']) {
    const run = await world.start(engine, { then })
    const release = await built(run)
    if (then === 'be cancelled') await world.within((tx) => engine.cancel(tx, run.id))
    else release()
    await eventually(async () => (await world.rows('select 1 from sandbox_slot')).length === 0)
    if (then === 'ask') await world.within((tx) => engine.resume(tx, run.id, 'go'))
    await ended(world, run.id)
  }
})

test('a queued run that is cancelled or deleted leaves the queue', async () => {
  const runs = await startInTurn(4)
  await world.within((tx) => engine.cancel(tx, runs[2]!.id))
  await world.deleteRun(runs[3]!.id)
  for (const run of runs.slice(0, 2)) {
    gates.get(run.id)!()
    await ended(world, run.id)
  }
  expect(await ended(world, runs[2]!.id)).toMatchObject({ status: 'cancelled' })
})

test('one slot is reserved for requests, and a refused request reports how many are in use', async () => {
  const runs = await startInTurn(3)
  const taken = await take(engine)
  expect(taken).toMatchObject({ slot: expect.any(String) })
  expect(await take(engine)).toEqual({ active: 3, limit: 3, runs: 2, requests: 1, people: 0 })
  if ('slot' in taken) await world.within((tx) => engine.slots.free(tx, taken.slot))
  for (const run of runs) {
    ;(await built(run))()
    await ended(world, run.id)
  }
})

test('any number of requests leaves one slot to runs', async () => {
  const taken = await Promise.all(Array.from({ length: 10 }, () => take(engine)))
  const slots = taken.flatMap((answer) => ('slot' in answer ? [answer.slot] : []))
  expect(slots).toHaveLength(2)
  expect(taken.filter((answer) => 'limit' in answer)).toEqual(
    Array(8).fill({ active: 2, limit: 2, runs: 0, requests: 2, people: 0 }),
  )
  const run = await world.start(engine)
  ;(await built(run))()
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
  await Promise.all(slots.map((slot) => world.within((tx) => engine.slots.free(tx, slot))))
})

test('two steps that lost five processes and have a sandbox each are tried without others, in turn', async () => {
  most = 0
  const runs = await world.within(async (tx) => {
    const begun = [await startRun(tx), await startRun(tx)]
    const values = [begun.map(({ id }) => id)]
    await tx.query({
      text: `update run_step set status = 'running', attempt = 5, losses = 4, worker = 'dead', started_at = now() where run_id = any($1)`,
      values,
    })
    await tx.query({
      text: `insert into sandbox_slot (id, kind, workspace_id, run_id, taken_at, machine_id)
             select id, 'run', workspace_id, id, now(), '00000000-0000-0000-0000-000000000000' from run where id = any($1)`,
      values,
    })
    return begun
  })
  const [first, second] = await eventually(() => {
    const at = runs.findIndex(({ id }) => gates.has(id))
    return Promise.resolve(at >= 0 && [runs[at]!, runs[1 - at]!])
  })
  await waiting(second)
  expect(await world.rows('select run_id, alone from sandbox_slot')).toEqual([{ run_id: first.id, alone: true }])
  gates.get(first.id)!()
  ;(await built(second))()
  for (const { id } of runs) expect(await ended(world, id)).toMatchObject({ status: 'finished' })
  expect(most).toBe(1)
  expect(await world.rows(`select losses from run_step where name = 'build' and losses > 0`)).toEqual([
    { losses: 5 },
    { losses: 5 },
  ])
})

test('concurrent takers never exceed the limit', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => take(engine)))
  const slots = answers.flatMap((answer) => ('slot' in answer ? [answer.slot] : []))
  expect(slots).toHaveLength(2)
  await Promise.all(slots.map((slot) => world.within((tx) => engine.slots.free(tx, slot))))
})

test('rolling back a transaction releases the slot that it took', async () => {
  const taking = world.within(async (tx) => {
    expect(await engine.slots.take(tx)).toHaveProperty('slot')
    throw new Error('no')
  })
  await expect(taking).rejects.toThrow('no')
  expect(await world.rows('select 1 from sandbox_slot')).toEqual([])
})

test('a request keeps its slot beyond the lease, and a dead process loses it', async () => {
  const dead = createEngine({ ...options, leaseSeconds: 1 })
  const living = createEngine({ ...options, leaseSeconds: 1 })
  const kept = await take(living)
  const lost = await take(dead)
  await dead.stop()
  if (!('slot' in kept && 'slot' in lost)) throw new Error('no slot')
  await eventually(async () => (await world.rows('select 1 from sandbox_slot where lease_until < now()')).length === 1)
  const again = await take(living)
  expect(again).toHaveProperty('slot')
  expect(await world.rows('select id from sandbox_slot where id = any($1)', [[kept.slot, lost.slot]])).toEqual([
    { id: kept.slot },
  ])
  if ('slot' in again) await world.within((tx) => living.slots.free(tx, again.slot))
  await world.within((tx) => living.slots.free(tx, kept.slot))
  await living.stop()
})

test('a slot that could not be given back is free when its lease ends', async () => {
  const living = createEngine({ ...options, leaseSeconds: 1 })
  const taken = await take(living)
  if (!('slot' in taken)) throw new Error('no slot')
  living.slots.abandon(taken.slot)
  await eventually(async () => (await world.rows('select 1 from sandbox_slot where lease_until < now()')).length === 1)
  await living.stop()
  const again = await take(engine)
  if (!('slot' in again)) throw new Error('no slot')
  expect(await world.rows('select id from sandbox_slot')).toEqual([{ id: again.slot }])
  await world.within((tx) => engine.slots.free(tx, again.slot))
})
