import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { emptyProject } from '../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deleteProject, updateProject } from '../../code/projects/contract.ts'
import { builtInFor, builtIns } from './built-ins.ts'
import {
  createAgent,
  deactivateAgent,
  forkAgent,
  getAgent,
  importProjectAgent,
  listAgents,
  reactivateAgent,
  updateAgent,
} from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const native = { runtimeKind: 'native' } as const
const make = async (caller: Scene['owner'], body: Readonly<Record<string, unknown>>) =>
  (await caller.call(createAgent, { body: { ...native, ...body } })).body.id as string
const names = ({ body }: { readonly body: readonly { readonly name: string }[] }) => body.map(({ name }) => name)
const broughtAlong = builtIns.map(({ name }) => name).reverse()

test('201 keeps every field, and leaves one audit row', async () => {
  const { member, owner, auditActions, eventNames } = await scene(server)
  const projectId = await emptyProject(owner)
  const said = {
    name: 'Careful',
    description: 'Reads twice.',
    instructions: 'Read twice.',
    duty: 'executor',
    avatarKey: 'bot',
    avatarUrl: 'https://example.com/a.png',
    modelOverride: 'large',
    pipeline: 'lint',
    runtimeKind: 'runtime-2',
    runtimeVersion: '3',
    projectId,
  } as const
  const { status, body } = await member.call(createAgent, { body: said })
  expect([status, body]).toMatchObject([201, { ...said, isBuiltIn: false, isActive: true, role: null }])
  expect(body.createdByUserId).toEqual(expect.any(String))
  expect((await member.call(getAgent, { id: body.id as string })).body).toEqual(body)
  expect(await auditActions(body.id as string)).toEqual(['agent.create'])
  expect(await eventNames(body.id as string)).toEqual(['agent.created'])
})

test('201 and 200 take an empty description and empty instructions as none', async () => {
  const { owner } = await scene(server)
  const none = { description: null, instructions: null }
  const empty = { description: '', instructions: '' }
  const made = await owner.call(createAgent, { body: { ...native, name: 'Plain', ...empty } })
  expect([made.status, made.body]).toMatchObject([201, none])
  const id = await make(owner, { name: 'Careful', description: 'Reads twice.', instructions: 'Read twice.' })
  const changed = await owner.call(updateAgent, { id, body: empty })
  expect([changed.status, changed.body]).toMatchObject([200, none])
})

test('400 for what no caller may set, a name of two lines, and a picture that is not https', async () => {
  const { owner } = await scene(server)
  for (const wrong of [
    { isBuiltIn: true },
    { createdByUserId: uuidv7() },
    { role: 'coder' },
    { runtimeKind: 'runtime-8' },
    { name: 'a\nb' },
    { name: '' },
    { name: 'x'.repeat(121) },
    { avatarUrl: 'javascript:alert(1)' },
    { instructions: 'x'.repeat(20_001) },
    { pipeline: null },
  ])
    expectError(await owner.call(createAgent, { body: { name: 'A', ...native, ...wrong } }), 400, 'invalid_request')
  const id = await make(owner, { name: 'A' })
  expectError(await owner.call(updateAgent, { id, body: { name: 'x'.repeat(33) } }), 400, 'invalid_request')
})

test('403 for a member, and for a key without the scope admin, to author for the workspace', async () => {
  const { owner, member, join } = await scene(server)
  const { caller: narrow } = await join('owner', { scopes: ['write'] })
  const id = await make(owner, { name: 'Ours' })
  const { id: coder } = builtInFor('coder')
  for (const caller of [member, narrow]) {
    expectError(await caller.call(createAgent, { body: { name: 'Mine', ...native } }), 403, 'administrators_only')
    expectError(await caller.call(updateAgent, { id, body: { name: 'Mine' } }), 403, 'administrators_only')
    expectError(await caller.call(deactivateAgent, { id }), 403, 'administrators_only')
    expectError(await caller.call(deactivateAgent, { id: coder }), 403, 'administrators_only')
    expectError(await caller.call(forkAgent, { id: coder, body: { name: 'Mine' } }), 403, 'administrators_only')
  }
  const projectId = await emptyProject(owner)
  const own = await make(member, { name: 'Mine', projectId })
  // An agent that a manager of a project may change may not be moved out of the project.
  expectError(await member.call(updateAgent, { id: own, body: { projectId: null } }), 403, 'administrators_only')
})

test('404 for another workspace’s project and agent, and after the project is deleted', async () => {
  const [{ owner, client, clientId, grant }, neighbour] = await Promise.all([scene(server), scene(server)])
  const theirs = await emptyProject(neighbour.owner)
  const foreign = await make(neighbour.owner, { name: 'Theirs', projectId: theirs })
  expectError(await owner.call(createAgent, { body: { name: 'A', ...native, projectId: theirs } }), 404, 'not_found')
  const { id: coder } = builtInFor('coder')
  const into = { name: 'A', projectId: theirs }
  expectError(await owner.call(forkAgent, { id: coder, body: into }), 404, 'project_not_found')
  const own = await make(owner, { name: 'Ours' })
  expectError(await owner.call(updateAgent, { id: own, body: { projectId: theirs } }), 404, 'project_not_found')
  expectError(await owner.call(getAgent, { id: foreign }), 404, 'not_found')
  expectError(await owner.call(deactivateAgent, { id: foreign }), 404, 'not_found')
  const projectId = await emptyProject(owner)
  const gone = await make(owner, { name: 'Gone', projectId })
  await grant(projectId, clientId, 'steer')
  expectError(await client.call(getAgent, { id: gone }), 404, 'not_found')
  await owner.call(deleteProject, { id: projectId })
  expectError(await owner.call(getAgent, { id: gone }), 404, 'not_found')
  expect(names(await owner.call(listAgents))).toEqual(['Ours', ...broughtAlong])
})

test('409 for a name that the scope has in any case, and free again when its holder is deactivated', async () => {
  const { owner } = await scene(server)
  const projectId = await emptyProject(owner)
  const id = await make(owner, { name: 'Careful' })
  await make(owner, { name: 'Careful', projectId })
  expectError(await owner.call(createAgent, { body: { name: 'CAREFUL', ...native } }), 409, 'agent_name_taken')
  const other = await make(owner, { name: 'Other' })
  expectError(await owner.call(updateAgent, { id: other, body: { name: 'careful' } }), 409, 'agent_name_taken')
  const inside = { ...native, instructions: 'Be careful.', sandboxProfile: 'builder', name: 'careful' } as const
  expectError(await owner.call(importProjectAgent, { id: projectId, body: inside }), 409, 'agent_name_taken')
  expect(await owner.call(updateAgent, { id, body: { name: 'CAREFUL' } })).toMatchObject({ status: 200 })
  await owner.call(deactivateAgent, { id })
  expect(await owner.call(forkAgent, { id, body: { name: 'Careful' } })).toMatchObject({ status: 201 })
})

test('409 for all but one of ten that would be the intake of a scope at once', async () => {
  const { owner } = await scene(server)
  const bodies = Array.from({ length: 10 }, (_, at) => ({ name: `Intake ${at}`, ...native, duty: 'intake' as const }))
  const replies = await Promise.all(bodies.map((body) => owner.call(createAgent, { body })))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  const executor = await make(owner, { name: 'Builds' })
  expectError(await owner.call(updateAgent, { id: executor, body: { duty: 'intake' } }), 409, 'agent_intake_taken')
  const projectId = await emptyProject(owner)
  expect(await owner.call(createAgent, { body: { ...bodies[0]!, projectId } })).toMatchObject({ status: 201 })
})

test('a built-in agent is immutable, deactivated per workspace, still readable, and forked with its duty', async () => {
  const [{ owner, member, auditActions, eventNames }, neighbour] = await Promise.all([scene(server), scene(server)])
  const { id, instructions } = builtInFor('intake')
  const before = (await owner.call(getAgent, { id })).body
  expect(before).toMatchObject({ isBuiltIn: true, role: 'intake', duty: 'intake', instructions, createdByUserId: null })
  expectError(await owner.call(updateAgent, { id, body: { name: 'Mine' } }), 409, 'agent_built_in')
  expectError(await member.call(updateAgent, { id, body: { name: 'Mine' } }), 403, 'administrators_only')
  expect((await owner.call(deactivateAgent, { id })).body).toMatchObject({ isActive: false })
  expect((await owner.call(deactivateAgent, { id })).body).toMatchObject({ isActive: false })
  expect((await owner.call(getAgent, { id })).body).toMatchObject({ isActive: false, role: 'intake' })
  expect((await neighbour.owner.call(getAgent, { id })).body).toMatchObject({ isActive: true })
  const fork = (await owner.call(forkAgent, { id, body: { name: 'Front desk' } })).body
  expect(fork).toMatchObject({ isBuiltIn: false, role: null, duty: 'intake', instructions, isActive: true })
  expect(fork.carriesOutTasks).toBe(false)
  expect(fork.createdByUserId).toEqual(expect.any(String))
  expect(names(await owner.call(listAgents))).toEqual(['Front desk', ...broughtAlong.slice(1)])
  expect(await auditActions(id)).toEqual(['agent.deactivate', 'agent.deactivate'])
  expect(await eventNames(id)).toEqual(['agent.deactivated'])
})

test('a fork of a built-in executor executes the tasks of its scope, unless the project names another agent', async () => {
  const { owner, member } = await scene(server)
  const free = await emptyProject(owner)
  const bound = await emptyProject(owner)
  await owner.call(updateProject, { id: bound, body: { runtime: { agentId: builtInFor('coder').id } } })
  const { id } = builtInFor('tester')
  const fork = async (projectId?: string) =>
    (await owner.call(forkAgent, { id, body: { name: 'Mine', ...(projectId && { projectId }) } })).body.carriesOutTasks
  expect([await fork(free), await fork(bound), await fork()]).toEqual([true, false, true])
  expectError(await member.call(forkAgent, { id, body: { name: 'No' } }), 403, 'administrators_only')
})

test('a built-in agent is restored only in its workspace, audited, and unchanged if it is active', async () => {
  const [{ owner, member, client, auditActions }, neighbour] = await Promise.all([scene(server), scene(server)])
  const { id } = builtInFor('coder')
  for (const { owner: each } of [{ owner }, neighbour]) await each.call(deactivateAgent, { id })
  expectError(await member.call(reactivateAgent, { id }), 403, 'administrators_only')
  expectError(await client.call(reactivateAgent, { id }), 403, 'forbidden')
  expectError(await owner.call(reactivateAgent, { id: uuidv7() }), 404, 'not_found')
  const replies = await Promise.all(Array.from({ length: 3 }, () => owner.call(reactivateAgent, { id })))
  for (const { status, body } of replies)
    expect([status, body]).toMatchObject([200, { isActive: true, deactivatedAt: null }])
  expect((await neighbour.owner.call(getAgent, { id })).body).toMatchObject({ isActive: false })
  expect(names(await owner.call(listAgents))).toEqual(broughtAlong)
  expect(await auditActions(id)).toEqual(['agent.deactivate', ...Array(3).fill('agent.reactivate')])
  expect((await owner.call(deactivateAgent, { id })).body).toMatchObject({ isActive: false })
})

test('an agent of people comes back while its name and its duty are free', async () => {
  const { owner, member } = await scene(server)
  const projectId = await emptyProject(owner)
  const id = await make(member, { name: 'Desk', duty: 'intake', projectId })
  await member.call(deactivateAgent, { id })
  const refused = await member.call(updateAgent, { id, body: { name: 'New' } })
  expectError(refused, 409, 'agent_inactive')
  expect(refused.body.error).toContain('reactivateAgent')
  const named = await make(member, { name: 'DESK', projectId })
  expectError(await member.call(reactivateAgent, { id }), 409, 'agent_name_taken')
  await member.call(updateAgent, { id: named, body: { name: 'Front', duty: 'intake' } })
  expectError(await member.call(reactivateAgent, { id }), 409, 'agent_intake_taken')
  await member.call(deactivateAgent, { id: named })
  expect(await member.call(reactivateAgent, { id })).toMatchObject({ status: 200, body: { isActive: true } })
  expect(await member.call(updateAgent, { id, body: { name: 'New' } })).toMatchObject({ status: 200 })
})

test('a key that names a project changes, forks and deactivates only the agents of that project', async () => {
  const { owner, join } = await scene(server)
  const mine = await emptyProject(owner)
  const other = await emptyProject(owner)
  const ofWorkspace = await make(owner, { name: 'Everywhere' })
  const ofOther = await make(owner, { name: 'Elsewhere', projectId: other })
  const { caller } = await join('owner', { projectIds: [mine] })
  const id = await make(caller, { name: 'Mine', projectId: mine })
  expect(await caller.call(updateAgent, { id, body: { name: 'Renamed' } })).toMatchObject({
    status: 200,
    body: { name: 'Renamed', projectId: mine },
  })
  expect((await caller.call(forkAgent, { id, body: { name: 'Fork' } })).status).toBe(201)
  for (const projectId of [other, null]) {
    const moved = await unchanged(server, () => caller.call(updateAgent, { id, body: { projectId } }))
    expect([moved.status, moved.body.code]).toEqual(
      projectId === null ? [403, 'administrators_only'] : [404, 'project_not_found'],
    )
  }
  for (const [agent, status] of [
    [ofWorkspace, 403],
    [ofOther, 404],
  ] as const)
    expect((await unchanged(server, () => caller.call(updateAgent, { id: agent, body: { name: 'No' } }))).status).toBe(
      status,
    )
  expect((await caller.call(deactivateAgent, { id })).body).toMatchObject({ isActive: false })
})

test('403 for a client who changes, forks or deactivates any agent, and 404 for a client who reads an agent', async () => {
  const { owner, client } = await scene(server)
  const id = await make(owner, { name: 'Careful' })
  for (const agent of [id, uuidv7()]) {
    const calls = [
      () => client.call(updateAgent, { id: agent, body: { name: 'Mine' } }),
      () => client.call(forkAgent, { id: agent, body: { name: 'Mine' } }),
      () => client.call(deactivateAgent, { id: agent }),
    ]
    for (const call of calls) expectError(await unchanged(server, call), 403, 'forbidden')
    expectError(await client.call(getAgent, { id: agent }), 404, 'not_found')
  }
})

test('a list has the project’s and the workspace’s, in pages, and a key that names projects no others', async () => {
  const { owner, join } = await scene(server)
  const one = await emptyProject(owner)
  const two = await emptyProject(owner)
  await make(owner, { name: 'Everywhere' })
  await make(owner, { name: 'In one', projectId: one })
  const hidden = await make(owner, { name: 'In two', projectId: two })
  expect(names(await owner.call(listAgents))).toEqual(['In two', 'In one', 'Everywhere', ...broughtAlong])
  const ofOne = ['In one', 'Everywhere', ...broughtAlong]
  expect(names(await owner.call(listAgents, { query: { projectId: one } }))).toEqual(ofOne)
  const { caller } = await join('owner', { projectIds: [one] })
  expect(names(await caller.call(listAgents))).toEqual(ofOne)
  expectError(await caller.call(getAgent, { id: hidden }), 404, 'not_found')
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await owner.call(listAgents, { query: { limit: 4, ...(cursor && { cursor }) } })
    seen.push(...names(page))
    cursor = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1]
  } while (cursor)
  expect(seen).toEqual(['In two', 'In one', 'Everywhere', ...broughtAlong])
})

test('an imported agent executes for its project, and an archived project takes none', async () => {
  const { member, owner } = await scene(server)
  const projectId = await emptyProject(owner)
  const body = { ...native, name: 'From a file', instructions: 'Do it well.', sandboxProfile: 'e2e' } as const
  const reply = await member.call(importProjectAgent, { id: projectId, body: { ...body, description: '' } })
  expect(reply).toMatchObject({
    status: 201,
    body: { ...body, projectId, duty: 'executor', description: null },
  })
  await asOwner(server, 'update project set archived_at = now(), archived_by = created_by where id = $1', [projectId])
  const id = reply.body.id as string
  const again = { ...body, name: 'Another' }
  expectError(await member.call(importProjectAgent, { id: projectId, body: again }), 409, 'project_archived')
  expectError(await member.call(updateAgent, { id, body: { name: 'New' } }), 409, 'project_archived')
  expect(await member.call(getAgent, { id })).toMatchObject({ status: 200 })
})
