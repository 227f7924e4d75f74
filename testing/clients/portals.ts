import { expect, test } from 'vitest'
import { publishWorkspaceBrandKit } from '../../domains/accounts/brand/contract.ts'
import { addClientAccountProject, createClientAccount } from '../../domains/accounts/clients/contract/accounts.ts'
import type { Operation } from '../../platform/contract/index.ts'
import { newSlug } from './brand.ts'
import type { Reply } from '../caller.ts'
import { emptyProject } from '../cycles.ts'
import { expectError, unchanged, type World } from '../refusals.ts'
import { scene, type Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

/** A client account of the scene's workspace; gives its id. */
export const makeAccount = async ({ owner }: Scene, name = 'Globex'): Promise<string> => {
  const { status, body } = await owner.call(createClientAccount, { body: { name } })
  expect(status).toBe(201)
  return body.id as string
}

/** A project that belongs to a client account; gives its id. */
export const makeAccountProject = async ({ owner }: Scene, accountId: string): Promise<string> => {
  const projectId = await emptyProject(owner)
  expect((await owner.call(addClientAccountProject, { id: accountId, projectId })).status).toBe(200)
  return projectId
}

type PortalScenes = Pick<TestServer, 'database'>

/** Gives a person of the workspace a seat in an account, as an accepted invitation would. */
export const seatOf = ({ database }: PortalScenes, { workspace }: Scene, accountId: string, userId: string) =>
  database.within(workspace, (tx) =>
    tx.query({
      text: `insert into seat (workspace_id, client_account_id, user_id, can_create_projects, created_at)
        values ($1, $2, $3, false, now())`,
      values: [workspace, accountId, userId],
    }),
  )

/** Makes a person of the workspace a client of the agency's portal itself. */
export const portalClientOf = ({ database }: PortalScenes, { workspace }: Scene, userId: string) =>
  database.within(workspace, (tx) =>
    tx.query({
      text: 'insert into portal_client (workspace_id, user_id, created_at) values ($1, $2, now())',
      values: [workspace, userId],
    }),
  )

/** Publishes the agency's identity with its portal open; gives the portal's name. */
export const openPortalOf = async (
  { owner }: Scene,
  portalEnabled = true,
  slug = newSlug(),
  name = 'Northwind',
): Promise<string> => {
  const draft = { name, slug, supportEmail: 'help@northwind.example' }
  const { status } = await owner.call(publishWorkspaceBrandKit, { body: { draft, portalEnabled } })
  expect(status).toBe(200)
  return slug
}

/** The invited person's token, out of the link. */
export const tokenOf = ({ body }: Reply): string => (body.acceptUrl as string).split('#')[1]!

/** A client with a seat in an account that has a project. */
export const seated = async (server: TestServer) => {
  const world = await scene(server)
  const accountId = await makeAccount(world)
  const projectId = await makeAccountProject(world, accountId)
  const { caller, userId } = await world.join('client')
  await seatOf(server, world, accountId, userId)
  return { scene: world, accountId, projectId, userId, holder: caller }
}

/** A client of the agency's portal, and a project of the workspace that belongs to no account. */
export const admitted = async (server: TestServer) => {
  const world = await scene(server)
  const projectId = await emptyProject(world.owner)
  const { caller, userId } = await world.join('client')
  await portalClientOf(server, world, userId)
  return { scene: world, projectId, userId, holder: caller }
}

/** Tests that only an owner or admin may: not a member, not a client, not a key without that scope. */
export const administratorsOnly = (server: TestServer, operation: Operation, makeWorld: () => Promise<World>): void =>
  test('403 for a member, a client, and a key without the scope or restricted to projects; 2xx for an admin', async () => {
    const { scene: world, input } = await makeWorld()
    const narrow = await Promise.all([
      world.join('owner', { scopes: ['read', 'write'] }),
      world.join('admin', { scopes: ['read'] }),
    ])
    for (const caller of [world.member, world.client, ...narrow.map((one) => one.caller)])
      expectError(await unchanged(server, () => caller.call(operation, input)), 403, 'forbidden')
    const [admin, some] = await Promise.all([
      world.join('admin'),
      world.join('owner', { projectIds: [world.workspace] }),
    ])
    const refused = await unchanged(server, () => some.caller.call(operation, input))
    expect([403, 404]).toContain(refused.status)
    expect([200, 201]).toContain((await admin.caller.call(operation, input)).status)
  })

/** Tests that ids of the path are absent alike: a neighbour's, an unknown and a malformed one. */
export const absentAlike = (
  server: TestServer,
  operation: Operation,
  names: readonly string[],
  makeWorld: () => Promise<World>,
): void =>
  test.each(names)('404, always the same, for a neighbour’s, an unknown and a malformed %s', async (name) => {
    const [{ scene: world, input }, neighbour] = await Promise.all([makeWorld(), makeWorld()])
    const ids = [neighbour.input[name], '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11', 'nonsense', '%00']
    const replies = await unchanged(server, () =>
      Promise.all(ids.map((id) => world.owner.call(operation, { ...input, [name]: id }))),
    )
    for (const reply of replies) expectError(reply, 404, 'not_found')
    expect(new Set(replies.map(({ body }) => JSON.stringify({ ...body, requestId: '' }))).size).toBe(1)
  })
