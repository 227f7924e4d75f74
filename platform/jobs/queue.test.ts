import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { openDatabase } from '../db/database.ts'
import type { Log } from './log.ts'
import { openQueue } from './queue.ts'
import { eventually, quiet } from '../../testing/jobs/world.ts'

const { url, database } = await testDatabase()
const queue = openQueue(database, 10, quiet)
const instance = database.instance
const sent = async (availableAt?: Date) => {
  const job = { id: randomUUID(), workspaceId: randomUUID(), runId: randomUUID(), seq: 1 }
  await instance((tx) => queue.send(tx, job, availableAt))
  return job
}

test('the migration matches the schema that the library expects', async () => {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'pgboss',
    migrate: false,
    supervise: false,
    schedule: false,
    registerInstance: false,
  })
  await boss.start()
  expect(await boss.detectSchemaDrift()).toMatchObject({ ok: true, extraIndexes: [] })
  await boss.stop()
})

test('the serving role may do everything that the queue needs, and the identity role nothing', async () => {
  const said: unknown[] = []
  const note = (fields: object, message: string) => void said.push(message, fields)
  const log: Log = { info: note, warn: note, error: note }
  const supervised = openQueue(database, 5, log)
  await sent(new Date(Date.now() + 3_600_000))
  await supervised.supervise()
  const passes = `select 1 from pgboss.queue where maintain_on is not null and monitor_on > now() - interval '3 seconds' and queued_count > 0`
  await eventually(async () => (await instance((tx) => tx.query({ text: passes, values: [] }))).rows.length === 1)
  await supervised.stop()
  expect(said).toEqual([])
  const reading = database.identity((tx) => tx.query({ text: 'select 1 from pgboss.job', values: [] }))
  await expect(reading).rejects.toThrow('permission denied for schema pgboss')
  await instance((tx) => tx.query({ text: 'delete from pgboss.job', values: [] }))
})

test('a queue that is prepared sends on the connection of each caller alone', async () => {
  const own = openDatabase({ url, connections: 1 })
  const first = openQueue(own, 10, quiet)
  await first.prepare()
  const job = { id: randomUUID(), workspaceId: randomUUID(), runId: randomUUID(), seq: 1 }
  await own.instance((tx) => first.send(tx, job, new Date(Date.now() + 3_600_000)))
  expect(await instance((tx) => queue.find(tx, job.id))).toMatchObject({ state: 'created' })
  await instance((tx) => queue.remove(tx, job.id))
  await own.close()
})

test('a job is fetched once, and only its holder completes it', async () => {
  const job = await sent()
  const fetched = await Promise.all([queue.fetch(5), queue.fetch(5)])
  const [held] = fetched.flat()
  expect(fetched.flat()).toHaveLength(1)
  expect(held).toEqual({ ...job, retryCount: 0 })
  expect(await instance((tx) => queue.hold(tx, [held!]))).toEqual(new Set([job.id]))
  expect(await instance((tx) => queue.handBack(tx, held!))).toBe(true)
  const [again] = await queue.fetch(5)
  expect(again).toEqual({ ...job, retryCount: 1 })
  expect(await instance((tx) => queue.hold(tx, [held!]))).toEqual(new Set())
  expect(await instance((tx) => queue.settle(tx, held!))).toBe(false)
  expect(await instance((tx) => queue.handBack(tx, held!))).toBe(false)
  expect(await instance((tx) => queue.settle(tx, again!))).toBe(true)
  expect(await instance((tx) => queue.find(tx, job.id))).toBeUndefined()
})

test('a job is not fetched before it is due', async () => {
  const job = await sent(new Date(Date.now() + 3_600_000))
  expect(await queue.fetch(5)).toEqual([])
  expect(await instance((tx) => queue.find(tx, job.id))).toMatchObject({ state: 'created', attempt: 1 })
  await instance((tx) => queue.remove(tx, job.id))
})

test('a job survives being returned a thousand times', async () => {
  const job = await sent()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`update pgboss.job set retry_count = 1000, started_on = now() where id = $1`, [job.id])
  await client.end()
  const [held] = await queue.fetch(1)
  await instance((tx) => queue.handBack(tx, held!))
  const [again] = await queue.fetch(1)
  expect(again).toMatchObject({ id: job.id, retryCount: 1002 })
  await instance((tx) => queue.settle(tx, again!))
})
