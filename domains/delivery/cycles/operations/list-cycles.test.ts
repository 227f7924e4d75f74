import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Reply } from '../../../../testing/caller.ts'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { buildBeside, waitForSandbox } from '../../../../testing/runs/parked-run.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { deleteCycle, listCycles } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const idsOf = ({ body }: Reply) => (body as { id: string }[]).map(({ id }) => id)
const nextOf = ({ headers }: Reply) => /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]

/** Follows the Link headers to the last page. */
const pages = async ({ owner }: Scene, query: Readonly<Record<string, unknown>>) => {
  const found: string[][] = []
  for (let more: Readonly<Record<string, unknown>> | undefined = query; more;) {
    const reply: Reply = await owner.call(listCycles, { query: more })
    expect(reply.status).toBe(200)
    found.push(idsOf(reply))
    const next: string | undefined = nextOf(reply)
    more = next ? Object.fromEntries(new URL(next, server.baseUrl).searchParams) : undefined
  }
  return found
}

test('200 with the newest first, each with its summary', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const older = await cycleIn(server, at, projectId)
  const newer = await cycleIn(server, at, projectId, 'failed')
  await taskIn(server, at, { projectId, cycleId: newer })
  const reply = await at.owner.call(listCycles)
  expect(idsOf(reply)).toEqual([newer, older])
  expect(reply.headers.get('link')).toBeNull()
  expect(reply.body[0]).toEqual({
    id: newer,
    handle: expect.stringMatching(/^[A-Z]{2,4}-\d+$/),
    projectId,
    title: expect.any(String),
    description: 'A change',
    targetBranch: null,
    status: 'failed',
    runNumber: 0,
    runId: null,
    baseSha: null,
    mergedSha: null,
    revisionId: null,
    restoresRevisionId: null,
    revertsCycleId: null,
    revertedByCycleId: null,
    failure: { message: 'It did not work.' },
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    statusChangedAt: expect.any(String),
    urgency: 3,
    taskCount: 1,
    queued: false,
    verdict: null,
    trackerUrl: null,
    author: null,
  })
})

test('200 reports which cycle at work is queued: it waits for a sandbox, and none of its runs has work', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const waiting = await cycleIn(server, at, projectId, 'running')
  const working = await cycleIn(server, at, projectId, 'running')
  const runIds = { [waiting]: uuidv7(), [working]: uuidv7() }
  for (const [cycleId, runId] of Object.entries(runIds)) {
    await asOwner(server, 'update cycle set run_id = $2 where id = $1', [cycleId, runId])
    await waitForSandbox(server, { workspace: at.workspace, runId, cycleId })
  }
  await buildBeside(server, { workspace: at.workspace, parentId: runIds[working]! })
  const queued = async () =>
    ((await at.owner.call(listCycles)).body as { id: string; queued: boolean }[]).map((row) => [row.id, row.queued])
  expect(await queued()).toEqual([
    [working, false],
    [waiting, true],
  ])
  await asOwner(server, `update cycle set status = 'stopping' where id = $1`, [waiting])
  expect(await queued()).toContainEqual([waiting, false])
})

test('200 with the most urgent tier first, ties newest first', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const ids: string[] = []
  for (const urgency of [3, 1, 3, 4, 1]) {
    const id = await cycleIn(server, at, projectId)
    await asOwner(server, 'update cycle set urgency = $2 where id = $1', [id, urgency])
    ids.push(id)
  }
  const [a, b, c, d, e] = ids as [string, string, string, string, string]
  expect(idsOf(await at.owner.call(listCycles, { query: { orderBy: 'priority' } }))).toEqual([e, b, c, a, d])
  expect(idsOf(await at.owner.call(listCycles, { query: { orderBy: 'createdAt' } }))).toEqual([e, d, c, b, a])
  expect(await pages(at, { orderBy: 'priority', limit: 2 })).toEqual([[e, b], [c, a], [d]])
})

test.each(['createdAt', 'priority'])('200 page by page in order of %s, while rows are inserted', async (orderBy) => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const ids = []
  for (let count = 0; count < 7; count += 1) ids.unshift(await cycleIn(server, at, projectId))
  // Rows of one moment: the id decides between them.
  await asOwner(server, `update cycle set created_at = date_trunc('day', now()) where id = any($1)`, [ids.slice(2)])
  const newestFirst = [...ids.slice(0, 2), ...ids.slice(2).sort().reverse()]
  expect(await pages(at, { orderBy, limit: 3 })).toEqual([
    newestFirst.slice(0, 3),
    newestFirst.slice(3, 6),
    newestFirst.slice(6),
  ])
  const first = await at.owner.call(listCycles, { query: { orderBy, limit: 3 } })
  await cycleIn(server, at, projectId)
  const query = Object.fromEntries(new URL(nextOf(first)!, server.baseUrl).searchParams)
  expect(idsOf(await at.owner.call(listCycles, { query }))).toEqual(newestFirst.slice(3, 6))
})

test('200 for one project, with the filter kept from page to page', async () => {
  const at = await scene(server)
  const one = await emptyProject(at.owner)
  const other = await emptyProject(at.owner)
  const mine = [await cycleIn(server, at, one), await cycleIn(server, at, one), await cycleIn(server, at, one)]
  await cycleIn(server, at, other)
  expect(await pages(at, { projectId: one, limit: 2 })).toEqual([[mine[2], mine[1]], [mine[0]]])
})

test('200 without deleted cycles and other workspaces’ cycles', async () => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  const projectId = await emptyProject(at.owner)
  const kept = await cycleIn(server, at, projectId)
  const gone = await cycleIn(server, at, projectId)
  await cycleIn(server, neighbour, await emptyProject(neighbour.owner))
  expect((await at.owner.call(deleteCycle, { id: gone })).status).toBe(200)
  expect(idsOf(await at.owner.call(listCycles))).toEqual([kept])
})

test('200 for a client with the shared projects, and for a key with the named ones', async () => {
  const at = await scene(server)
  const shared = await emptyProject(at.owner)
  const hidden = await emptyProject(at.owner)
  const [seen] = [await cycleIn(server, at, shared), await cycleIn(server, at, hidden)]
  expect(idsOf(await at.client.call(listCycles))).toEqual([])
  await at.grant(shared, at.clientId, 'view')
  const proposer = `select user_id from membership where workspace_id = $2 and role = 'owner' limit 1`
  await asOwner(server, `update cycle set created_by = (${proposer}) where id = $1`, [seen, at.workspace])
  const named = { query: { projectId: shared } }
  expect((await at.owner.call(listCycles, named)).body).toMatchObject([{ author: 'owner' }])
  const shown = await at.client.call(listCycles)
  expect(idsOf(shown)).toEqual([seen])
  expect(shown.body).toMatchObject([{ author: null }])
  const { caller } = await at.join('member', { projectIds: [shared] })
  expect(idsOf(await caller.call(listCycles))).toEqual([seen])
  expect(idsOf(await caller.call(listCycles, { query: { orderBy: 'priority' } }))).toEqual([seen])
})

test('404 for a neighbour’s project, and for an unknown, malformed or unshared one', async () => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  const hidden = await emptyProject(at.owner)
  const theirs = await emptyProject(neighbour.owner)
  for (const projectId of [theirs, uuidv7(), 'nonsense'])
    expect(await at.owner.call(listCycles, { query: { projectId } })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  expect(await at.client.call(listCycles, { query: { projectId: hidden } })).toMatchObject({ status: 404 })
})

test('400 lists every invalid parameter and ignores unknown ones', async () => {
  const at = await scene(server)
  const reply = await at.owner.call(listCycles, { query: { limit: 0, orderBy: 'age' } })
  expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect((reply.body.fields as { path: string }[]).map(({ path }) => path).sort()).toEqual(['limit', 'orderBy'])
  const cursors = ['1', 'infinity', '2026', '0000-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z']
  const forged = ['nonsense', ...cursors.map((time) => Buffer.from(`${time} ${uuidv7()}`).toString('base64url'))]
  for (const cursor of forged)
    expect(await at.owner.call(listCycles, { query: { cursor } })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'cursor' }] },
    })
  for (const limit of [1_001, -1, 1.5, 'x'])
    expect((await at.owner.call(listCycles, { query: { limit } })).status).toBe(400)
  expect(await at.owner.call(listCycles, { query: { limit: 1_000, nonsense: 1 } })).toMatchObject({
    status: 200,
    body: [],
  })
})
