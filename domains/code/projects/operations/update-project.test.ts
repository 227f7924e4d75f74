import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { createAgent } from '../../../agents/agents/contract.ts'
import { createProjectEnvironment } from '../../environments/contract.ts'
import { createProject, deleteProject, getProject, updateProject } from '../contract.ts'

const server = await testServer()

const shop = async () => {
  const world = await scene(server)
  const { body } = await world.owner.call(createProject, { body: { name: 'Shop', stack: 'node' } })
  return { scene: world, input: { id: body.id as string, body: { stack: 'deno' } }, id: body.id as string }
}

test.runIf(isLong)('200 changes the named fields, runtime among them, and keeps the others', async () => {
  const { scene: world, id } = await shop()
  const change = {
    name: 'Store',
    stack: 'deno',
    instructionsMd: '',
    costCapUsd: 12.345678,
    cycleCap: 0,
    maxRevisions: 3,
    requiresApproval: true,
    intake: { form: [{ ask: 'why' }] },
    runtime: { setup: 'make' },
  }
  const before = (await world.owner.call(getProject, { id })).body.project as Record<string, unknown>
  const { status, body } = await world.member.call(updateProject, { id, body: change })
  expect([status, body]).toEqual([200, { ...before, ...change, updatedAt: body.updatedAt as string }])
  expect((await world.owner.call(getProject, { id })).body.project).toEqual(body)
  const cleared = await world.owner.call(updateProject, {
    id,
    body: { costCapUsd: null, cycleCap: null, maxRevisions: null },
  })
  expect(cleared.body).toEqual({
    ...body,
    costCapUsd: null,
    cycleCap: null,
    maxRevisions: null,
    updatedAt: cleared.body.updatedAt as string,
  })
  const replaced = await world.owner.call(updateProject, { id, body: { runtime: { fetch: 'make fetch' } } })
  expect(replaced.body.runtime).toEqual({ fetch: 'make fetch' })
})

test('200 without a body changes nothing of the project', async () => {
  const { owner } = await scene(server)
  const id = (await owner.call(createProject, { body: { name: 'Shop' } })).body.id as string
  const reply = await owner.call(updateProject, { id })
  expect([reply.status, reply.body.name]).toEqual([200, 'Shop'])
})

test('200 leaves one audit row that names the fields, and one event', async () => {
  const { scene: world, id } = await shop()
  const reply = await world.member.call(updateProject, { id, body: { name: 'Store', intake: { secret: 'x' } } })
  const rows = await auditOf(server, world.workspace, id)
  expect(rows.map(({ action }) => action)).toEqual(['project.create', 'project.update'])
  expect(rows[1]).toMatchObject({
    category: 'update',
    resourceType: 'project',
    outcome: 'success',
    requestId: reply.headers.get('x-request-id'),
    details: { fields: ['name', 'intake'] },
  })
  expect(rows[1]!.actorId).not.toBe(rows[0]!.actorId)
  expect(await world.eventNames(id)).toEqual(['project.created', 'project.updated'])
})

test('200 for a name in use', async () => {
  const { scene: world, id } = await shop()
  await world.owner.call(createProject, { body: { name: 'Store' } })
  const { status, body } = await world.owner.call(updateProject, { id, body: { name: 'Store' } })
  expect([status, body.name]).toEqual([200, 'Store'])
})

test('400 lists every invalid field', async () => {
  const { scene: world, id } = await shop()
  const body = {
    name: 'x'.repeat(101),
    stack: '',
    costCapUsd: -1,
    cycleCap: 1.5,
    maxRevisions: '3',
    requiresApproval: 'yes',
    intake: [],
    runtime: { checks: {} },
    instructionsMd: null,
    repos: [],
  }
  const reply = await unchanged(server, () => world.owner.call(updateProject, { id, body }))
  expectError(reply, 400, 'invalid_request')
  const paths = (reply.body.fields as { path: string }[]).map(({ path }) => path)
  expect([...new Set(paths)].sort()).toEqual(
    ['runtime.checks', ...Object.keys(body).filter((key) => key !== 'runtime')].sort(),
  )
})

test('403 for a client, also with a steer grant', async () => {
  const { scene: world, id } = await shop()
  await world.grant(id, world.clientId, 'steer')
  const reply = await unchanged(server, () => world.client.call(updateProject, { id, body: { stack: 'x' } }))
  expectError(reply, 403, 'forbidden')
})

test('404 for a deleted project', async () => {
  const { scene: world, id } = await shop()
  await world.owner.call(deleteProject, { id })
  const reply = await unchanged(server, () => world.owner.call(updateProject, { id, body: { stack: 'x' } }))
  expectError(reply, 404, 'not_found')
})

test('200 for twenty concurrent changes of different fields, all of them kept', async () => {
  const { scene: world, id } = await shop()
  const changes = [{ stack: 'a' }, { cycleCap: 7 }, { requiresApproval: true }, { instructionsMd: 'b' }]
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_none, at) => world.owner.call(updateProject, { id, body: changes[at % 4] })),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const { project } = (await world.owner.call(getProject, { id })).body
  expect(project).toMatchObject({ stack: 'a', cycleCap: 7, requiresApproval: true, instructionsMd: 'b' })
  expect(await auditOf(server, world.workspace, id)).toHaveLength(21)
})

test('400 for settings that name an environment or an agent of another project or workspace, or none', async () => {
  const { scene: world, id } = await shop()
  const ofOther = async ({ owner }: typeof world) => {
    const projectId = (await owner.call(createProject, { body: { name: 'Other' } })).body.id as string
    const created = await owner.call(createProjectEnvironment, { projectId, body: { label: 'Staging', config: {} } })
    const body = { name: 'coder-two', projectId, runtimeKind: 'native' }
    return {
      environment: created.body.id as string,
      agent: (await owner.call(createAgent, { body })).body.id as string,
    }
  }
  const others = [
    await ofOther(world),
    await ofOther(await scene(server)),
    { environment: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11', agent: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11' },
  ]
  for (const { environment, agent } of others)
    for (const [path, runtime] of [
      ['runtime.previews.environmentId', { previews: { environmentId: environment } }],
      ['runtime.previews.productionEnvironmentId', { previews: { productionEnvironmentId: environment } }],
      ['runtime.agentId', { agentId: agent }],
    ] as const) {
      const refused = await unchanged(server, () => world.owner.call(updateProject, { id, body: { runtime } }))
      expectError(refused, 400, 'invalid_request')
      expect(refused.body).toMatchObject({ fields: [{ path, rule: 'reference' }] })
      const made = await unchanged(server, () => world.owner.call(createProject, { body: { name: 'New', runtime } }))
      expectError(made, 400, 'invalid_request')
    }
})
