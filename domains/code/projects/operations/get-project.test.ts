import { expect, test } from 'vitest'
import { expectError } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { createProject, deleteProject, getProject, listProjects, updateProject } from '../contract.ts'

const server = await testServer()

const shop = async () => {
  const world = await scene(server)
  const { body } = await world.owner.call(createProject, { body: { name: 'Shop', repos: [{ fullName: 'acme/shop' }] } })
  return { scene: world, input: { id: body.id as string }, project: body as Record<string, unknown> }
}

test('200 shows the agency a project as steerable', async () => {
  const { scene: world, input, project } = await shop()
  for (const caller of [world.owner, world.member]) {
    const { status, body } = await caller.call(getProject, input)
    expect(status).toBe(200)
    expect(body).toEqual({
      project,
      repositories: [expect.objectContaining({ fullName: 'acme/shop', primary: true })],
      canSteer: true,
      previewsAvailable: true,
    })
  }
})

test('200 shows a client from its highest grant whether it may steer, and 404 after the grant is removed', async () => {
  const { scene: world, input } = await shop()
  await world.grant(input.id, world.clientId, 'view')
  expect((await world.client.call(getProject, input)).body).toMatchObject({ canSteer: false })
  await world.grant(input.id, world.clientId, 'steer')
  expect((await world.client.call(getProject, input)).body).toMatchObject({ canSteer: true })
  await server.database.within(world.workspace, (tx) => tx.query({ text: 'delete from project_grant', values: [] }))
  expectError(await world.client.call(getProject, input), 404, 'not_found')
})

test('200 for a key that names the project, and for a read-only key', async () => {
  const { scene: world, input } = await shop()
  const keys = [{ projectIds: [input.id] }, { scopes: ['read'] as const }]
  for (const key of keys)
    expect((await (await world.join('member', key)).caller.call(getProject, input)).status).toBe(200)
})

test('404 for a client whose key names other projects, despite a grant', async () => {
  const [{ scene: world, input }, other] = await Promise.all([shop(), shop()])
  const client = await world.join('client', { projectIds: [other.input.id] })
  await world.grant(input.id, client.userId, 'steer')
  expectError(await client.caller.call(getProject, input), 404, 'not_found')
})

test('200 for an id in upper case', async () => {
  const { scene: world, input } = await shop()
  expect((await world.owner.call(getProject, { id: input.id.toUpperCase() })).status).toBe(200)
})

test('404 for a deleted project', async () => {
  const { scene: world, input } = await shop()
  await world.owner.call(deleteProject, input)
  expectError(await world.owner.call(getProject, input), 404, 'not_found')
})

test('200 omits the agency’s caps, instructions, runtime and intake for a client', async () => {
  const world = await scene(server)
  const said = { name: 'Shop', instructionsMd: '# Ours', runtime: { setup: 'npm ci' } }
  const id = (await world.owner.call(createProject, { body: said })).body.id as string
  const ours = { costCapUsd: 5, cycleCap: 3, maxRevisions: 1, intake: { form: [] } }
  await world.owner.call(updateProject, { id, body: ours })
  await world.grant(id, world.clientId, 'steer')
  const shown = [
    'handle',
    'id',
    'name',
    'brief',
    'stack',
    'requiresApproval',
    'headRevisionId',
    'createdAt',
    'updatedAt',
    'archivedAt',
  ]
  const { project } = (await world.client.call(getProject, { id })).body as { project: object }
  expect(Object.keys(project).sort()).toEqual([...shown].sort())
  const [listed] = (await world.client.call(listProjects)).body as object[]
  expect(Object.keys(listed!).sort()).toEqual([...shown, 'repositories', 'counts'].sort())
  expect((await world.member.call(getProject, { id })).body.project).toMatchObject({ ...said, ...ours })
})
