import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createProject, listProjects } from '../../domains/code/projects/contract.ts'
import { verifyAuditChain } from '../../domains/record/audit/contract.ts'
import type { Reply } from '../caller.ts'
import { expectError } from '../refusals.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const noisy = await scene(server)
const quiet = await scene(server)
const client = new pg.Client({ connectionString: server.databaseUrl })
await client.connect()
afterAll(() => client.end())

const crowd = 30
const connections = 6

/** While audit rows are locked, all that reads or writes them waits inside the database. */
const whileAuditIsLocked = async (work: () => Promise<void>) => {
  await client.query('begin; lock table audit_row in access exclusive mode')
  try {
    await work()
  } finally {
    await client.query('rollback')
  }
}

const expectShare = (replies: readonly Reply[], success: number, most: number) => {
  const refused = replies.filter(({ status }) => status !== success)
  expect(refused.length).toBeGreaterThanOrEqual(crowd - most)
  for (const reply of refused) {
    expectError(reply, 429, 'rate_limited')
    expect(reply.headers.get('retry-after')).toBe('5')
  }
}

const expectReadsOfOthers = async () => {
  for (let time = 0; time < 5; time += 1) expect(await quiet.owner.call(listProjects)).toMatchObject({ status: 200 })
}

test('429 with Retry-After beyond two heavy reads of a workspace, and 200 for its other reads and for others', async () => {
  let flood: Promise<Reply[]> | undefined
  await whileAuditIsLocked(async () => {
    flood = Promise.all(Array.from({ length: crowd }, () => noisy.owner.call(verifyAuditChain)))
    const refused = await Promise.race(Array.from({ length: 3 }, () => noisy.owner.call(verifyAuditChain)))
    expectError(refused, 429, 'rate_limited')
    await expectReadsOfOthers()
    expect(await noisy.owner.call(listProjects)).toMatchObject({ status: 200 })
  })
  expectShare(await flood!, 200, 2)
})

test('429 with Retry-After for changes beyond the share of a workspace, none of them made, and 200 for others', async () => {
  let flood: Promise<Reply[]> | undefined
  await whileAuditIsLocked(async () => {
    flood = Promise.all(
      Array.from({ length: crowd }, (_, at) => noisy.owner.call(createProject, { body: { name: `Noise ${at}` } })),
    )
    await expect.poll(() => server.parts.database.connections().tenant.waiting).toBeGreaterThan(0)
    await expectReadsOfOthers()
    await expect.poll(() => server.parts.database.connections().tenant.waiting).toBe(0)
  })
  const replies = await flood!
  expectShare(replies, 201, connections / 2)
  const { body } = await noisy.owner.call(listProjects)
  expect(body).toHaveLength(replies.filter(({ status }) => status === 201).length)
})
