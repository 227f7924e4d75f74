import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { openRelay } from '../audit/index.ts'
import { createEngine } from './engine.ts'
import { cancelChannel } from './store.ts'
import { lineWith } from '../../testing/jobs/line.ts'
import { ended, eventually, openWorld, quiet } from '../../testing/jobs/world.ts'

const kit = await testDatabase()
const world = await openWorld(kit)
const client = new pg.Client({ connectionString: kit.url })
await client.connect()
afterAll(() => client.end())

const line = lineWith(
  (_at, { signal }) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
)
const engine = () => createEngine({ database: kit.database, workflows: [line], sandboxes: { limit: 2 }, log: quiet })
// Servers of other files listen in databases of their own.
const listeners = 'select from pg_stat_activity where query = $1 and state = $2 and datname = current_database()'
const isListening = async () => (await client.query(listeners, [`listen ${cancelChannel}`, 'idle'])).rowCount === 1

test('a cancel reaches the worker over the relay before its next poll', async () => {
  // Its beats are what finds a cancel otherwise.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const working = engine()
  await working.work()
  vi.useRealTimers()
  const relay = openRelay(kit.url, () => undefined, { [cancelChannel]: working.findCancelled })
  const run = await world.start(working, { at: 'in the effect' })
  await eventually(async () => (await isListening()) && (await world.marks('effect second%')).length === 1)
  await world.within((tx) => engine().cancel(tx, run.id))
  expect(await ended(world, run.id)).toMatchObject({ status: 'cancelled' })
  await Promise.all([working.stop(), relay.close()])
})

test('a process runs sixteen steps beside steps that can hold a sandbox', async () => {
  const working = engine()
  await working.work()
  const runs = await Promise.all(Array.from({ length: 19 }, () => world.start(working, { at: 'in the effect' })))
  const running = async () => (await world.rows("select from run_step where status = 'running'")).length
  await eventually(async () => (await running()) === 18)
  for (const { id } of runs) await world.within((tx) => working.cancel(tx, id))
  for (const { id } of runs) expect(await ended(world, id)).toMatchObject({ status: 'cancelled' })
  await working.stop()
})
