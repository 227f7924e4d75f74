import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { ended, eventually, openWorld, quiet } from '../../testing/jobs/world.ts'
import { createEngine, type Engine } from './engine.ts'
import { admitMachine, releaseMachine, removeOldMachines, type Beat } from './machines.ts'
import { findLoad } from './queue.ts'
import { addressOfRun, freeRunSlot, takeSlot } from './slots.ts'
import { StorageFullError } from '../storage/index.ts'
import { finish, step, type Run } from './step.ts'
import { insertRun } from './store.ts'
import { workflow } from './workflow.ts'

const kit = await testDatabase()
const world = await openWorld(kit)
const a = 'aaaaaaaa-0000-4000-8000-000000000000'
const b = 'bbbbbbbb-0000-4000-8000-000000000000'

afterEach(async () => {
  await kit.database.instance(async (tx) => {
    await tx.query({ text: 'delete from machine', values: [] })
    await tx.query({ text: 'delete from sandbox_slot', values: [] })
  })
})

const beat = (machine: string, over: Partial<Beat> = {}): Beat => ({
  machine,
  sandboxLimit: 2,
  shares: true,
  works: true,
  leaseMs: 10_000,
  address: null,
  ...over,
})
const admit = (of: Beat) => kit.database.instance((tx) => admitMachine(tx, of))
const takeAt = (machine: string, runId: string, limit = 2, options = {}) =>
  world.within((tx) =>
    takeSlot(tx, { kind: 'run', workspaceId: world.workspaceId, runId }, { machine, sandboxes: { limit } }, options),
  )
/** Rows of runs that no engine carries out. */
const runs = async (count: number): Promise<[string, string, string]> => {
  const ids = Array.from({ length: count }, () => uuidv7())
  for (const id of ids) {
    const run = { id, workspaceId: world.workspaceId, kind: 'line', subjectId: id, number: 1, parentId: null }
    await world.within(async (tx) => insertRun(tx, { ...run, createdAt: await tx.now() }, undefined))
  }
  return ids as [string, string, string]
}
const slots = () =>
  world.rows<{ run_id: string; machine_id: string }>('select run_id, machine_id from sandbox_slot order by taken_at')

test('a second machine adds its sandboxes, and refusals count both machines', async () => {
  await admit(beat(a))
  await admit(beat(b))
  const [first, second, third] = await runs(3)
  expect(await takeAt(a, first)).toBe('taken')
  expect(await takeAt(a, second)).toBe('left')
  expect(await takeAt(b, second)).toBe('taken')
  expect(await takeAt(b, third)).toMatchObject({ active: 2, limit: 4 })
  expect(await takeAt(b, first)).toBe('left')
  expect(await slots()).toEqual([
    { run_id: first, machine_id: a },
    { run_id: second, machine_id: b },
  ])
})

test('a run is found at the machine that has its sandbox, as long as that machine lives and answers', async () => {
  await admit(beat(a, { address: 'there:1' }))
  await admit(beat(b))
  const [run] = await runs(1)
  await takeAt(a, run)
  const from = (machine: string) => kit.database.instance((tx) => addressOfRun(tx, run, machine))
  // A process of the machine that does not answer yet takes no address away.
  await admit(beat(a, { sandboxLimit: 3 }))
  expect([await from(a), await from(b)]).toEqual([undefined, 'there:1'])
  await kit.database.instance((tx) => releaseMachine(tx, { machine: a }))
  // The lease ends at this moment of a clock that may be set back a little.
  await expect.poll(() => from(b)).toBeUndefined()
})

test('a request finds a slot of another machine when its own has none, and keeps it until it releases it', async () => {
  await admit(beat(b, { address: 'there:1' }))
  const { slots: own, stop } = createEngine({
    database: kit.database,
    workflows: [],
    sandboxes: { limit: 2 },
    log: quiet,
    machine: a,
  })
  const take = () => world.within((tx) => own.takeAnywhere(tx))
  const taken = [await take(), await take()]
  expect(taken).toEqual([
    { slot: expect.any(String) as string },
    { slot: expect.any(String) as string, address: 'there:1' },
  ])
  expect(await take()).toEqual({ active: 2, limit: 2, runs: 0, requests: 2, people: 0 })
  expect((await slots()).map(({ machine_id }) => machine_id)).toEqual([a, b])
  for (const one of taken) if ('slot' in one) await world.within((tx) => own.free(tx, one.slot))
  expect(await slots()).toEqual([])
  await stop()
})

test('a run that needs a machine for itself moves to the other machine, and no run begins there until it has released it', async () => {
  await admit(beat(a, { sandboxLimit: 4 }))
  await admit(beat(b, { sandboxLimit: 4 }))
  const [deadly, other, late] = await runs(3)
  const alone = { alone: true }
  expect([await takeAt(a, deadly, 4), await takeAt(b, other, 4)]).toEqual(['taken', 'taken'])
  expect(await takeAt(a, deadly, 4, alone)).toBe('left')
  // It has the machine from here on, and begins when the other run has ended.
  expect(await takeAt(b, deadly, 4, alone)).toBe('wait')
  expect([await takeAt(a, deadly, 4, alone), await takeAt(b, late, 4)]).toEqual(['left', 'left'])
  await kit.database.instance((tx) => freeRunSlot(tx, { runId: other }))
  expect(await takeAt(b, deadly, 4, alone)).toBe('taken')
  // The next step of its run is as others.
  expect([await takeAt(b, deadly, 4), await takeAt(b, late, 4)]).toEqual(['taken', 'taken'])
})

test('the slot of a dead machine counts no more, and its run takes one of the machine that continues', async () => {
  await admit(beat(a))
  await admit(beat(b))
  const [run, another] = await runs(2)
  expect(await takeAt(a, run)).toBe('taken')
  await kit.database.instance((tx) => releaseMachine(tx, { machine: a }))
  expect(await takeAt(b, run)).toBe('taken')
  expect(await slots()).toEqual([{ run_id: run, machine_id: b }])
  expect(await takeAt(b, another)).toMatchObject({ active: 1, limit: 2 })
  // The machine was cut off, and comes back with its next beat.
  await admit(beat(a))
  expect(await takeAt(b, another)).toBe('left')
  expect(await takeAt(a, another)).toBe('taken')
})

test('a machine whose clock is ten minutes off is judged by the clock of the database', async () => {
  await admit(beat(a))
  for (const minutes of [-10, 10]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    try {
      await admit(beat(b))
      const [run, another] = await runs(2)
      expect([await takeAt(b, run), await takeAt(b, another)]).toEqual(['taken', 'left'])
    } finally {
      vi.useRealTimers()
    }
    await world.rows('delete from sandbox_slot')
  }
})

test('among machines with folders of their own only one is admitted, and another machine after its lease', async () => {
  const answers = await Promise.all([a, b].map((machine) => admit(beat(machine, { shares: false }))))
  expect(answers.sort()).toEqual([false, true])
  const [first] = await world.rows<{ id: string }>('select id from machine')
  const other = first!.id === a ? b : a
  expect(await admit(beat(first!.id, { shares: false }))).toBe(true)
  expect(await admit(beat(other))).toBe(false)
  await kit.database.instance((tx) => releaseMachine(tx, { machine: first!.id }))
  expect(await admit(beat(other))).toBe(true)
})

test('a beat on a fresh lease writes nothing, and one on an old lease renews it', async () => {
  const versions = () => world.rows('select xmin::text, xmax::text, works_until from machine')
  await admit(beat(a))
  const [before] = await versions()
  await admit(beat(a))
  expect(await versions()).toEqual([before])
  expect(before).toMatchObject({ xmax: '0' })
  await world.rows(`update machine set works_until = works_until - interval '5 seconds'`)
  await admit(beat(a))
  const [after] = await versions()
  expect(Number(after!.works_until)).toBeGreaterThanOrEqual(Number(before!.works_until))
})

test('a process without steps keeps its machine alive, whose sandboxes count and which no run is left to', async () => {
  const server = createEngine({
    database: kit.database,
    workflows: [],
    sandboxes: { limit: 3 },
    log: quiet,
    machine: a,
  })
  server.attend()
  await eventually(async () => (await world.rows('select from machine where works_until is null')).length === 1)
  expect(await kit.database.instance(findLoad)).toMatchObject({ sandboxLimit: 3 })
  const [first, second] = await runs(2)
  expect(await takeAt(b, first)).toBe('taken')
  expect(await takeAt(b, second)).toMatchObject({ active: 1, limit: 2 })
  await server.stop()
})

test('old machines go with the schedules of their disks', async () => {
  await admit(beat(a))
  await admit(beat(b))
  await world.rows(`update machine set lease_until = now() - interval '31 days' where id = $1`, [a])
  await world.rows(
    `insert into scheduled_work (name, due_at) values ('disk@' || $1, now()), ('disk@' || $2, now()), ('disk', now())`,
    [a, b],
  )
  expect(await kit.database.identity((tx) => removeOldMachines(tx, 30, 100))).toBe(1)
  expect(await world.rows('select id from machine')).toEqual([{ id: b }])
  expect(await world.rows('select name from scheduled_work order by name')).toEqual([
    { name: 'disk' },
    { name: `disk@${b}` },
  ])
})

test('runs of two machines work at once, and a waiting one continues on the machine with a free sandbox', async () => {
  const gates = new Map<string, () => void>()
  const line = workflow('line', {
    steps: [
      step('build', {
        sandbox: true,
        effect: ({ run, signal }) =>
          new Promise<void>((resolve) => {
            gates.set(run.id, resolve)
            signal.addEventListener('abort', () => resolve())
          }),
        commit: () => finish(),
      }),
    ],
  })
  const engines: Engine[] = [a, b].map((machine) =>
    createEngine({ database: kit.database, workflows: [line], sandboxes: { limit: 2 }, log: quiet, machine }),
  )
  await Promise.all(engines.map((engine) => engine.work()))
  await eventually(async () => (await world.rows('select from machine')).length === 2)
  const started: Run[] = []
  for (let nth = 0; nth < 3; nth += 1) started.push(await world.start(engines[0]!))
  await eventually(() => Promise.resolve(gates.size === 2))
  const [parked] = await eventually(async () => {
    const rows = await world.rows<{ run_id: string; details: unknown }>('select run_id, details from run_parked')
    return rows.length === 1 && rows
  })
  expect(parked!.details).toEqual({ active: 2, limit: 4, runs: 2, requests: 0, people: 0 })
  expect(new Set((await slots()).map(({ machine_id: id }) => id))).toEqual(new Set([a, b]))
  for (const { id } of started.filter((run) => run.id !== parked!.run_id)) gates.get(id)!()
  ;(await eventually(() => Promise.resolve(gates.get(parked!.run_id))))()
  for (const { id } of started) expect(await ended(world, id)).toMatchObject({ status: 'finished' })
  await Promise.all(engines.map((engine) => engine.stop()))
})

test.each([
  ['had no room for it', false],
  ['filled up under it', true],
])('a step continues at once on another machine when its own disk %s', async (_what, roomAtFirst) => {
  let room = roomAtFirst
  const begun: string[] = []
  const [full, roomy] = [a, b].map((machine) => {
    const build = step('build', {
      sandbox: true,
      effect: () => {
        begun.push(machine)
        if (machine === b) return Promise.resolve()
        room = false
        return Promise.reject(new StorageFullError('this test'))
      },
      commit: () => finish(),
    })
    return createEngine({
      database: kit.database,
      workflows: [workflow('line', { steps: [build] })],
      sandboxes: { limit: 2 },
      log: quiet,
      machine,
      hasRoom: () => Promise.resolve(machine === b || room),
      roomEveryMs: 600_000,
    })
  }) as [Engine, Engine]
  await full.work()
  const run = await world.start(full)
  const waiting = `select from run_step where run_id = $1 and status = 'queued' and error ->> 'code' = 'storage_full'`
  await eventually(async () => (await world.rows(waiting, [run.id])).length === 1)
  await roomy.work()
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
  expect(begun).toEqual(roomAtFirst ? [a, b] : [b])
  await Promise.all([full.stop(), roomy.stop()])
})

test('a step that needs a machine for itself is not left to a machine with a full disk', async () => {
  const begun: string[] = []
  const engineOf = (machine: string) => {
    const build = step('build', {
      sandbox: true,
      effect: () => Promise.resolve(void begun.push(machine)),
      commit: () => finish(),
    })
    return createEngine({
      database: kit.database,
      workflows: [workflow('line', { steps: [build] })],
      sandboxes: { limit: 3 },
      log: quiet,
      machine,
      hasRoom: () => Promise.resolve(machine === a),
      roomEveryMs: 600_000,
    })
  }
  const [roomy, full] = [engineOf(a), engineOf(b)] as const
  const run = await world.start(roomy)
  await takeAt(a, run.id, 3)
  await world.rows('update run_step set losses = 5 where run_id = $1', [run.id])
  await full.work()
  await eventually(async () => (await world.rows('select from machine where id = $1', [b])).length === 1)
  await roomy.work()
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
  expect(begun).toEqual([a])
  await Promise.all([full.stop(), roomy.stop()])
})
