import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { addedTaskIn, cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { makeAccount, makeAccountProject } from '../../../../testing/clients/portals.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { requestIn } from '../../../../testing/runs/requests.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { deleteProject, updateProject } from '../../../code/projects/contract.ts'
import { listEvents } from '../../events/contract.ts'
import { listNames } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

let at: Scene
let projectId: string
let cycleId: string
let taskId: string

const ask = (caller: Scene['member'], query: Readonly<Record<string, string>>) => caller.call(listNames, { query })

beforeAll(async () => {
  at = await scene(server)
  projectId = await emptyProject(at.owner)
  await at.owner.call(updateProject, { id: projectId, body: { name: 'Harbour shop' } })
  cycleId = await cycleIn(server, at, projectId)
  taskId = await addedTaskIn(server, at, { projectId, cycleId })
  await asOwner(server, `update cycle set title = 'Say when orders are due' where id = $1`, [cycleId])
  await asOwner(server, `update task set title = 'Show the date' where id = $1`, [taskId])
})

test('200 names things of all kinds with the project and the cycle that they belong to', async () => {
  const reply = await ask(at.member, { ids: [projectId, cycleId, taskId, at.clientId].join(',') })
  expect(reply).toMatchObject({ status: 200 })
  expect(reply.body.names).toEqual([
    { id: projectId, kind: 'project', title: 'Harbour shop', projectId, cycleId: null, clientAccountId: null },
    {
      id: cycleId,
      kind: 'cycle',
      title: 'Say when orders are due',
      handle: 'EMP-1',
      projectId,
      cycleId,
      clientAccountId: null,
    },
    { id: taskId, kind: 'task', title: 'Show the date', handle: 'EMP-2', projectId, cycleId, clientAccountId: null },
    { id: at.clientId, kind: 'person', title: 'client', projectId: null, cycleId: null, clientAccountId: null },
  ])
})

test('200 names a run’s question by its task, and one of a person by its own words', async () => {
  const asked = { cycleId, taskId, title: 'A question about “Show the date”' }
  const ofRun = { ...asked, blocking: true, runId: uuidv7() }
  const ids = [await requestIn(server, at, projectId, ofRun), await requestIn(server, at, projectId, asked)]
  const { body } = await ask(at.member, { ids: ids.join(',') })
  expect(body.names).toHaveLength(2)
  expect(body.names).toContainEqual(expect.objectContaining({ id: ids[0], title: 'Show the date' }))
  expect(body.names).toContainEqual(expect.objectContaining({ id: ids[1], title: asked.title }))
})

test('200 has the client of a project, but not for a key of that project', async () => {
  const client = await makeAccount(at, 'Globex')
  const owned = await makeAccountProject(at, client)
  const { body } = await ask(at.member, { ids: owned })
  expect(body.names).toMatchObject([{ id: owned, clientAccountId: client }])
  const { caller } = await at.join('member', { projectIds: [owned] })
  expect((await ask(caller, { ids: owned })).body.names).toMatchObject([{ id: owned, clientAccountId: null }])
})

test('200 names the person who began a trace', async () => {
  const events = (await at.member.call(listEvents, { query: { entityType: 'project', entityId: projectId } })).body
  const { traceId } = events[0] as { traceId: string }
  const { body } = await ask(at.member, { traceIds: `${traceId},${'0'.repeat(32)}` })
  expect(body.actors).toEqual([{ traceId, actorType: 'api_key', actorId: expect.any(String), name: 'owner' }])
})

test('200 leaves out unknown, deleted, malformed and neighbours’ ids', async () => {
  const neighbour = await scene(server)
  const theirs = await emptyProject(neighbour.owner)
  const gone = await emptyProject(at.owner)
  await at.owner.call(deleteProject, { id: gone })
  const { status, body } = await ask(at.member, { ids: [theirs, gone, uuidv7(), neighbour.clientId, 'main'].join(',') })
  expect([status, body]).toEqual([200, { names: [], actors: [] }])
})

test('200 names for a key of a single project only its own things, and no person or traces', async () => {
  const other = await emptyProject(at.owner)
  const { caller } = await at.join('member', { projectIds: [projectId] })
  const events = (await at.member.call(listEvents, { query: { entityType: 'project', entityId: projectId } })).body
  const { traceId } = events[0] as { traceId: string }
  const { body } = await ask(caller, { ids: [projectId, taskId, other, at.clientId].join(','), traceIds: traceId })
  expect(body.names.map(({ id }: { id: string }) => id)).toEqual([projectId, taskId])
  expect(body.actors).toEqual([])
})
