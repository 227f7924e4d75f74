import { expect, test } from 'vitest'
import { commonRefusals, expectError } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { createProject, deleteProject, getProject } from '../contract.ts'

const server = await testServer()

const shop = async () => {
  const world = await scene(server)
  const { body } = await world.owner.call(createProject, { body: { name: 'Shop', repos: [{ fullName: 'acme/shop' }] } })
  return { scene: world, input: { id: body.id as string }, project: body as Record<string, unknown> }
}

commonRefusals(server, getProject, shop)

test('200 shows the agency a project that it may steer', async () => {
  const { scene: world, input, project } = await shop()
  for (const caller of [world.owner, world.member]) {
    const { status, body } = await caller.call(getProject, input)
    expect(status).toBe(200)
    expect(body).toEqual({
      project,
      repositories: [expect.objectContaining({ fullName: 'acme/shop', primary: true })],
      canSteer: true,
      previewsAvailable: false,
    })
  }
})

test('200 tells a client by its highest grant whether it may steer, and 404 once the grant is gone', async () => {
  const { scene: world, input } = await shop()
  await world.grant(input.id, world.clientId, 'view')
  expect((await world.client.call(getProject, input)).body).toMatchObject({ canSteer: false })
  await world.grant(input.id, world.clientId, 'steer')
  expect((await world.client.call(getProject, input)).body).toMatchObject({ canSteer: true })
  await server.database.within(world.workspace, (tx) => tx.query({ text: 'delete from project_grant', values: [] }))
  expectError(await world.client.call(getProject, input), 404, 'not_found')
})

test('200 for a key that names the project, and for one that may only read', async () => {
  const { scene: world, input } = await shop()
  const keys = [{ projectIds: [input.id] }, { scopes: ['read'] as const }]
  for (const key of keys)
    expect((await (await world.join('member', key)).caller.call(getProject, input)).status).toBe(200)
})

test('404 for a client whose key names other projects, in spite of a grant', async () => {
  const [{ scene: world, input }, other] = await Promise.all([shop(), shop()])
  const client = await world.join('client', { projectIds: [other.input.id] })
  await world.grant(input.id, client.userId, 'steer')
  expectError(await client.caller.call(getProject, input), 404, 'not_found')
})

test('200 for an id in capital letters', async () => {
  const { scene: world, input } = await shop()
  expect((await world.owner.call(getProject, { id: input.id.toUpperCase() })).status).toBe(200)
})

test('404 for a deleted project', async () => {
  const { scene: world, input } = await shop()
  await world.owner.call(deleteProject, input)
  expectError(await world.owner.call(getProject, input), 404, 'not_found')
})
