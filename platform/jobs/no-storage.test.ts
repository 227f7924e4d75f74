import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { StorageFullError, StorageUnavailableError } from '../storage/index.ts'
import { createEngine } from './engine.ts'
import { finish, step } from './step.ts'
import { ended, eventually, openWorld, quiet } from '../../testing/jobs/world.ts'
import { workflow } from './workflow.ts'

const kit = await testDatabase()
const world = await openWorld(kit)
const disk = { fills: true, full: false, looks: 0, effects: 0 }
const store = { away: true, looks: 0, effects: 0 }
const writer = step('write', {
  retries: 0,
  sandbox: true,
  effect: () => {
    disk.effects += 1
    if (disk.fills) disk.full = true
    disk.fills = false
    return disk.full ? Promise.reject(new StorageFullError('this test')) : Promise.resolve(undefined)
  },
  commit: () => finish(),
})
const sender = step('send', {
  retries: 0,
  sandbox: true,
  effect: () => {
    store.effects += 1
    return store.away ? Promise.reject(new StorageUnavailableError({ cause: 'cut' })) : Promise.resolve(undefined)
  },
  commit: () => finish(),
})
const engine = createEngine({
  database: kit.database,
  workflows: [workflow('line', { steps: [writer] }), workflow('post', { steps: [sender] })],
  sandboxes: { limit: 2 },
  log: quiet,
  roomEveryMs: 10,
  hasRoom: () => {
    disk.looks += 1
    return Promise.resolve(!disk.full)
  },
  storageAnswers: () => {
    store.looks += 1
    return Promise.resolve(!store.away)
  },
})
await engine.work()
afterAll(() => engine.stop())

test('a step on a full disk waits without using an attempt or a sandbox, and continues once there is space', async () => {
  const run = await world.start(engine)
  await eventually(() => Promise.resolve(disk.looks >= 5))
  expect(disk.effects).toBe(1)
  expect(await world.rows('select from sandbox_slot')).toEqual([])
  const rows = await world.rows(`select status, errors, attempt, error ->> 'code' as code from run_step`)
  expect(rows).toEqual([{ status: 'queued', errors: 0, attempt: 1, code: 'storage_full' }])
  disk.full = false
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
  expect(disk.effects).toBe(2)
})

test('a step with a sandbox does not begin on a full disk, and reports why it waits', async () => {
  const { effects, looks } = disk
  disk.full = true
  const run = await world.start(engine)
  await eventually(() => Promise.resolve(disk.looks >= looks + 5))
  expect(await world.rows('select from sandbox_slot')).toEqual([])
  const text = `select errors, attempt, error ->> 'code' as code from run_step where status = 'queued'`
  expect(await world.rows(text)).toEqual([{ errors: 0, attempt: 0, code: 'storage_full' }])
  expect(disk.effects).toBe(effects)
  disk.full = false
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
  expect(disk.effects).toBe(effects + 1)
})

test('a step without its object store waits in the same way', async () => {
  const run = await world.start(engine, {}, { kind: 'post' })
  await eventually(() => Promise.resolve(store.looks >= 5))
  expect(store.effects).toBe(1)
  expect(await world.rows('select from sandbox_slot')).toEqual([])
  const text = `select errors, attempt, error ->> 'code' as code from run_step where status = 'queued'`
  expect(await world.rows(text)).toEqual([{ errors: 0, attempt: 1, code: 'storage_unavailable' }])
  store.away = false
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
  expect(store.effects).toBe(2)
})
