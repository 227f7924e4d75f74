import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { createProject, deleteProject, listProjects } from '../contract.ts'

const server = await testServer()

const make = async ({ owner }: Scene, name: string): Promise<string> =>
  (await owner.call(createProject, { body: { name } })).body.id as string
const makeSome = async (world: Scene, names: readonly string[]) => {
  const ids: string[] = []
  for (const name of names) ids.push(await make(world, name))
  return ids
}
const namesOf = (body: { name: string }[]) => body.map(({ name }) => name)

test('200 lists the projects of the workspace, newest first, with repositories and counts', async () => {
  const [world, neighbour] = await Promise.all([scene(server), scene(server)])
  await make(neighbour, 'Theirs')
  await make(world, 'Empty')
  const { projectId } = await importProject(world.owner, await bundleOf({ 'a.txt': 'a' }), { name: 'Imported' })
  const { status, body, headers } = await world.member.call(listProjects)
  expect(status).toBe(200)
  expect(namesOf(body as { name: string }[])).toEqual(['Imported', 'Empty'])
  expect(body[0]).toMatchObject({
    id: projectId,
    headRevisionId: expect.any(String) as string,
    repositories: [{ host: 'native-repos', fullName: null, defaultBranch: 'main', primary: true }],
    counts: { cycles: 0, activeCycles: 0, tasks: 0, revisions: 1 },
  })
  expect(body[1]).toMatchObject({ repositories: [], counts: { cycles: 0, activeCycles: 0, tasks: 0, revisions: 1 } })
  expect(headers.get('link')).toBeNull()
})

test('200 with an empty list in a new workspace', async () => {
  const { owner } = await scene(server)
  expect((await owner.call(listProjects)).body).toEqual([])
})

test('200 omits deleted projects', async () => {
  const world = await scene(server)
  const [id] = await makeSome(world, ['Gone', 'Here'])
  await world.owner.call(deleteProject, { id: id! })
  expect(namesOf((await world.owner.call(listProjects)).body as { name: string }[])).toEqual(['Here'])
})

test('200 shows a client the shared projects, and a key the named ones', async () => {
  const world = await scene(server)
  const [one, two, three] = await makeSome(world, ['One', 'Two', 'Three'])
  const listed = async (caller: Scene['owner']) => namesOf((await caller.call(listProjects)).body as { name: string }[])
  expect(await listed(world.client)).toEqual([])
  const { caller: member } = await world.join('member', { projectIds: [two!, uuidv7()] })
  expect(await listed(member)).toEqual(['Two'])
  const client = await world.join('client', { projectIds: [one!, three!] })
  for (const id of [one!, two!]) await world.grant(id, client.userId, 'view')
  expect(await listed(client.caller)).toEqual(['One'])
  await world.grant(two!, world.clientId, 'steer')
  expect(await listed(world.client)).toEqual(['Two'])
})

test('200 pages through every project once, while projects are created and deleted', async () => {
  const world = await scene(server)
  const names = Array.from({ length: 7 }, (_none, at) => `P${at}`)
  const ids = await makeSome(world, names)
  // All but one made at the same moment: the id decides.
  await asOwner(server, `update project set created_at = '2026-01-01' where workspace_id = $1 and name <> 'P6'`, [
    world.workspace,
  ])
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { status, body, headers } = await world.owner.call(listProjects, { query: { limit: 2, cursor } })
    expect(status).toBe(200)
    seen.push(...namesOf(body as { name: string }[]))
    const link = headers.get('link')
    cursor = link
      ? new URL(/^<([^>]+)>; rel="next"$/.exec(link)![1]!, server.baseUrl).searchParams.get('cursor')!
      : undefined
    if (seen.length === 2) {
      await make(world, 'New')
      await world.owner.call(deleteProject, { id: ids[2]! })
    }
  } while (cursor)
  expect(seen).toEqual(['P6', 'P5', 'P4', 'P3', 'P1', 'P0'])
})

test('200 keeps the other parameters in the Link header', async () => {
  const world = await scene(server)
  await makeSome(world, ['A', 'B'])
  const { headers } = await world.owner.call(listProjects, { query: { limit: 1, note: 'ä&b' } })
  const link = new URL(/^<([^>]+)>/.exec(headers.get('link')!)![1]!, server.baseUrl)
  expect(Object.fromEntries(link.searchParams)).toEqual({
    limit: '1',
    note: 'ä&b',
    cursor: expect.any(String) as string,
  })
})

test.runIf(isLong)('200 for 1,000 projects in one page, and a Link to the rest', async () => {
  const world = await scene(server)
  const text = `insert into project (id, workspace_id, name, created_at, created_by, updated_at)
    select gen_random_uuid(), $1, 'P' || n, now(), $2, now() from generate_series(1, 1001) n`
  await asOwner(server, text, [world.workspace, world.clientId])
  const { body, headers } = await world.owner.call(listProjects)
  expect(body).toHaveLength(1_000)
  expect(headers.get('link')).toContain('rel="next"')
})

test.runIf(isLong).each([
  [{ limit: 0 }, 'limit', 'minimum'],
  [{ limit: 1_001 }, 'limit', 'maximum'],
  [{ limit: 1.5 }, 'limit', 'type'],
  [{ limit: 'many' }, 'limit', 'type'],
  [{ limit: '' }, 'limit', 'type'],
  [{ cursor: 'nonsense' }, 'cursor', 'cursor'],
  [{ cursor: 'a\0b' }, 'cursor', 'nul'],
  [{ cursor: 'x'.repeat(201) }, 'cursor', 'maxLength'],
])('400 for %j', async (query, path, rule) => {
  const { owner } = await scene(server)
  const reply = await unchanged(server, () => owner.call(listProjects, { query }))
  expectError(reply, 400, 'invalid_request', [{ path, rule, message: expect.any(String) as string }])
})

test('400 lists both invalid parameters', async () => {
  const { owner } = await scene(server)
  const { status, body } = await owner.call(listProjects, { query: { limit: 0, cursor: 'x'.repeat(201) } })
  expect([status, (body.fields as { path: string }[]).map(({ path }) => path).sort()]).toEqual([
    400,
    ['cursor', 'limit'],
  ])
})
