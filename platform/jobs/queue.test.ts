import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import * as queue from './queue.ts'

const { database } = await testDatabase()
const instance = database.instance
const leaseMs = 10_000

const added = async (delayMs = 0) => {
  const job = { id: randomUUID(), workspaceId: randomUUID(), runId: randomUUID(), seq: 1 }
  await instance((tx) => queue.addJob(tx, { ...job, delayMs }))
  return job
}
const take = (limit = 5, lease = leaseMs) => instance((tx) => queue.takeJobs(tx, limit, lease))
const renew = (...jobs: queue.LeasedJob[]) => instance((tx) => queue.renewLeases(tx, jobs, leaseMs))
const handBack = (job: queue.LeasedJob) => instance((tx) => queue.handBackJob(tx, job))
const find = (id: string) => instance((tx) => queue.findJob(tx, { id }))
const remove = ({ id }: queue.Job) => instance((tx) => queue.removeJob(tx, { id }))

test('the identity role cannot read the queue', async () => {
  const reading = database.identity((tx) => tx.query({ text: 'select 1 from queue.job', values: [] }))
  await expect(reading).rejects.toThrow('permission denied for schema queue')
})

test('two takers at once get each job once, the longest due first', async () => {
  const jobs = [await added(), await added(), await added()]
  const [first] = await take(1)
  expect(first).toEqual({ ...jobs[0], leaseId: expect.any(String) })
  const others = (await Promise.all([take(), take()])).flat()
  expect(others.map(({ id }) => id).sort()).toEqual([jobs[1]!.id, jobs[2]!.id].sort())
  expect(new Set([first!, ...others].map(({ leaseId }) => leaseId)).size).toBe(3)
  await Promise.all(jobs.map(remove))
})

test('a job can be taken as soon as its transaction has committed', async () => {
  for (let times = 0; times < 50; times += 1) {
    const job = await added()
    expect(await take()).toMatchObject([{ id: job.id }])
    await remove(job)
  }
})

test('a holder that was replaced can neither renew its lease nor hand the job back', async () => {
  const job = await added()
  const [held] = await take()
  expect(await renew(held!)).toEqual(new Set([held!.leaseId]))
  expect(await handBack(held!)).toBe(true)
  const [again] = await take()
  expect(again).toEqual({ ...job, leaseId: expect.any(String) })
  expect(await renew(held!, again!)).toEqual(new Set([again!.leaseId]))
  expect(await instance((tx) => queue.renewLease(tx, held!, leaseMs))).toBe(false)
  expect(await handBack(held!)).toBe(false)
  expect(await find(job.id)).toMatchObject({ state: 'active' })
  await remove(job)
  expect(await find(job.id)).toBeUndefined()
})

test('a job is taken over once its lease has ended, and not while it is renewed', async () => {
  const job = await added()
  const [held] = await take(1, 50)
  expect(await renew(held!)).toEqual(new Set([held!.leaseId]))
  expect(await take()).toEqual([])
  await handBack(held!)
  const [silent] = await take(1, 0)
  expect(await take()).toMatchObject([{ id: job.id }])
  expect(await renew(silent!)).toEqual(new Set())
  await remove(job)
})

test('a job is not taken before it is due, also after it was postponed or all leases were released', async () => {
  const job = await added(3_600_000)
  expect(await take()).toEqual([])
  await instance((tx) => queue.releaseAllJobs(tx))
  expect(await take()).toEqual([])
  expect(await find(job.id)).toMatchObject({ state: 'created' })
  await instance((tx) => queue.postponeJob(tx, { id: job.id, delayMs: 0 }))
  expect(await take()).toMatchObject([{ id: job.id }])
  await instance((tx) => queue.postponeJob(tx, { id: job.id, delayMs: 3_600_000 }))
  expect(await take()).toEqual([])
  expect((await find(job.id))!.availableAt.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
  await remove(job)
})

test('the load counts what could be taken', async () => {
  const jobs = [await added(), await added(), await added(3_600_000)]
  expect(await instance(queue.findLoad)).toMatchObject({ stepsQueued: 2 })
  await take(1)
  expect(await instance(queue.findLoad)).toMatchObject({ stepsQueued: 1 })
  await Promise.all(jobs.map(remove))
})
