import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { createEngine } from './engine.ts'
import { finish, step } from './step.ts'
import { workflow } from './workflow.ts'
import { startSchedule, type ScheduledContext } from './schedule.ts'
import { eventually, openWorld, quiet } from '../../testing/jobs/world.ts'

const kit = await testDatabase()
const world = await openWorld(kit)
const line = workflow('line', { steps: [step('only', { commit: () => finish() })] })
const options = {
  database: kit.database,
  workflows: [line],
  sandboxes: { limit: 2 },
  log: quiet,
  leaseSeconds: 1,
}
const engineWith = () => createEngine(options)

test('one process at a time takes a turn, and the next turn starts after it ends', async () => {
  let inside = 0
  let turns = 0
  const engines = [engineWith(), engineWith(), engineWith()]
  const last = await new Promise<number>((resolve, reject) => {
    for (const engine of engines) {
      const work = async () => {
        inside += 1
        expect(inside).toBe(1)
        turns += 1
        await new Promise((go) => setTimeout(go, 20))
        inside -= 1
        if (turns === 10) resolve(turns)
      }
      engine.schedule({ name: 'sweep', everySeconds: 0.01, work })
    }
    Promise.all(engines.map((engine) => engine.work())).catch(reject)
  })
  expect(last).toBe(10)
  await Promise.all(engines.map((engine) => engine.stop()))
  expect(await world.rows('select process from scheduled_work where name = $1', ['sweep'])).toEqual([{ process: null }])
})

test('an error ends only its turn', async () => {
  let turns = 0
  const engine = engineWith()
  const work = () => {
    turns += 1
    return Promise.reject(new Error('broken'))
  }
  engine.schedule({ name: 'breaks', everySeconds: 0.01, work })
  await engine.work()
  await eventually(() => Promise.resolve(turns >= 2))
  await engine.stop()
  expect(turns).toBeGreaterThanOrEqual(2)
})

test('the turn of a dead process passes to another after its lease, and a shutdown aborts a turn', async () => {
  await world.rows(
    `insert into scheduled_work (name, due_at, process, lease_until) values ('left', now(), 'dead', now() + interval '300 milliseconds')`,
  )
  const engine = engineWith()
  const turn = new Promise<AbortSignal>((resolve) => {
    const work = async ({ signal }: ScheduledContext) => {
      resolve(signal)
      await new Promise((go) => signal.addEventListener('abort', go))
    }
    engine.schedule({ name: 'left', everySeconds: 0.05, work })
  })
  await engine.work()
  const signal = await turn
  expect(signal.aborted).toBe(false)
  await engine.stop()
  expect(signal.aborted).toBe(true)
})

test('work that continues in a workspace keeps the claim in its process, whose passes follow one another', async () => {
  const hung = Promise.withResolvers<void>()
  const passes: number[] = []
  const engine = engineWith()
  const work = async ({ late }: ScheduledContext) => {
    passes.push(late.size)
    if (passes.length === 1)
      late.set(
        'a workspace',
        hung.promise.finally(() => late.clear()),
      )
  }
  engine.schedule({ name: 'late', everySeconds: 0.01, work })
  await engine.work()
  await eventually(() => Promise.resolve(passes.length >= 3))
  expect(passes.slice(0, 3)).toEqual([0, 1, 1])
  const claimed = () =>
    world.rows('select process is not null as claimed from scheduled_work where name = $1', ['late'])
  expect(await claimed()).toEqual([{ claimed: true }])
  hung.resolve()
  await eventually(() => Promise.resolve(passes.at(-1) === 0))
  await engine.stop()
  expect(await claimed()).toEqual([{ claimed: false }])
})

test('a process polls once for all its schedules, and then sleeps until one is due', async () => {
  let looks = 0
  const instance: typeof kit.database.instance = (work) => {
    looks += 1
    return kit.database.instance(work)
  }
  const database = { ...kit.database, instance }
  const parts = { database, machine: '', worker: 'one', leaseMs: 1_000, log: quiet } as never
  const turns: string[] = []
  const rare = (name: string) => ({ name, everySeconds: 3_600, work: async () => void turns.push(name) })
  const due = Array.from({ length: 10 }, (_none, nth) => `rare ${nth}`)
  await world.rows('insert into scheduled_work (name, due_at) select unnest($1::text[]), now()', [due])
  const schedule = startSchedule(parts, [...due, 'new'].map(rare))
  await eventually(
    async () =>
      (await world.rows(`select from scheduled_work where due_at > now() + interval '59 minutes'`)).length === 11,
  )
  await schedule.stop()
  // A new one is due after its own time.
  expect(turns.sort()).toEqual(due)
  // Its names, one look, ten ends, and at most a look after each of these.
  expect(looks).toBeLessThanOrEqual(22)
})

test('work on a disk has a turn on each machine, by one of its processes', async () => {
  const turns: string[] = []
  const machines = ['11111111-0000-4000-8000-000000000000', '22222222-0000-4000-8000-000000000000']
  const rows = machines.map((machine) => `disk@${machine}`)
  await world.rows('insert into scheduled_work (name, due_at) select unnest($1::text[]), now()', [rows])
  const engines = [...machines, machines[0]!].map((machine) => {
    const engine = createEngine({ ...options, machine })
    engine.schedule({
      name: 'disk',
      everySeconds: 3_600,
      onEachMachine: true,
      work: async () => void turns.push(machine),
    })
    return engine
  })
  await Promise.all(engines.map((engine) => engine.work()))
  await eventually(() => Promise.resolve(turns.length >= 2))
  await Promise.all(engines.map((engine) => engine.stop()))
  expect(turns.sort()).toEqual(machines)
})
