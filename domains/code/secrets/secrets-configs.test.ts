import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditOf, wholeChain } from '../../../testing/audit/audit-chain.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { createProject } from '../projects/contract.ts'
import {
  createProjectSecretsConfig as create,
  deleteProjectSecretsConfig as remove,
  listProjectSecretsConfigs as list,
  updateProjectSecretsConfig as update,
} from './contract/configs.ts'
import { listProjectSecretsSyncLogs } from './contract/syncs.ts'
import { upsertProjectSecretEntries } from './contract.ts'
import { recordSecretsSync } from './store-configs.ts'
import { resolveSecrets } from './resolve.ts'

const server = await testServer()
const keyless = await testServer({ SECRETS_ENCRYPTION_KEY: '' })

const world = async (on = server) => {
  const at = await scene(on)
  const { body } = await at.owner.call(createProject, { body: { name: 'Shop' } })
  return { at, owner: at.owner, projectId: body.id as string }
}

const manual = (config: Readonly<Record<string, unknown>>, rest: object = {}) => ({
  provider: 'manual',
  label: 'Shared keys',
  config,
  ...rest,
})

const resolve = async (
  { at, projectId }: Awaited<ReturnType<typeof world>>,
  names: string[],
  environment: string | null = null,
) => {
  const found = await resolveSecrets(server.parts, { workspaceId: at.workspace, projectId, names, environment })
  return { values: Object.fromEntries(found.values), missing: found.missing }
}

test('a config is sealed in every answer, listed masked, changed field by field, and deleted twice', async () => {
  const { at, owner, projectId } = await world()
  const made = await owner.call(create, { projectId, body: manual({ STRIPE: 'sk_live_canary1', PIN: '1234' }) })
  expect(made).toMatchObject({
    status: 201,
    body: { provider: 'manual', label: 'Shared keys', envFilter: null, isActive: true, projectId },
  })
  const { id: configId, config } = made.body as { id: string; config: string }
  expect((await owner.call(list, { projectId })).body).toMatchObject([
    { id: configId, configSummary: { STRIPE: '••••ary1', PIN: '••••' } },
  ])
  const body = { label: 'Keys', envFilter: 'production', isActive: false }
  const changed = await owner.call(update, { projectId, configId, body })
  expect(changed).toMatchObject({ status: 200, body })
  expect(changed.body.config).not.toBe(config)
  expect((await owner.call(list, { projectId })).body[0]).toMatchObject({ ...body, configSummary: { PIN: '••••' } })
  await owner.call(update, { projectId, configId, body: { config: { ONLY: 'canary-value' }, envFilter: null } })
  const [listed] = (await owner.call(list, { projectId })).body as [Record<string, unknown>]
  expect(listed).toMatchObject({ label: 'Keys', envFilter: null, configSummary: { ONLY: '••••alue' } })
  expect(listed).not.toHaveProperty('config')
  for (const [at, id] of [configId, configId, uuidv7(), 'nonsense'].entries())
    expect(await owner.call(remove, { projectId, configId: id })).toMatchObject({
      status: 200,
      body: { deleted: at === 0 },
    })
  expect((await owner.call(list, { projectId })).body).toEqual([])
  expect((await auditOf(server, at.workspace, projectId)).map(({ action }) => action)).toContain(
    'secrets_config.delete',
  )
  const told = await at.rows('activity_event')
  expect(told.map(({ project_id: project }) => project)).not.toContain(null)
  expect(await at.eventNames(configId)).toEqual(
    ['created', 'updated', 'updated'].map((what) => `secrets_config.${what}`),
  )
  expect(await at.eventNames(projectId)).toEqual(['project.created', 'secrets_config.deleted'])
  const said = [made.body, changed.body, told, await wholeChain(server, at.workspace)]
  expect(JSON.stringify(said)).not.toContain('canary')
})

test('400 names every wrong secret, 404 knows no config of elsewhere, and nothing changes', async () => {
  const { owner, projectId } = await world()
  const other = await world()
  const { body } = await owner.call(create, { projectId, body: manual({ A: 'one' }) })
  const wrong = { '': 'x', 'A=B': 'x', C: 7, D: 'x'.repeat(65_537), 'E\n': 'x' }
  const refused = await unchanged(server, () => owner.call(create, { projectId, body: manual(wrong) }))
  expectError(refused, 400, 'invalid_request')
  const paths = (refused.body.fields as { path: string }[]).map(({ path }) => path)
  expect(paths).toEqual(Object.keys(wrong).map((name) => `config.${name}`))
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`N${index}`, 'x']))
  const input = { projectId, configId: body.id as string, body: { config: many } }
  expectError(await unchanged(server, () => owner.call(update, input)), 400, 'invalid_request')
  for (const configId of [uuidv7(), 'nonsense'])
    expectError(await unchanged(server, () => owner.call(update, { ...input, configId })), 404, 'not_found')
  const beyond = { ...input, projectId: (await owner.call(createProject, { body: { name: 'B' } })).body.id as string }
  for (const call of [() => owner.call(update, beyond), () => other.owner.call(update, input)])
    expectError(await unchanged(server, call), 404, 'not_found')
  await owner.call(remove, beyond)
  expect((await owner.call(list, { projectId })).body).toMatchObject([{ configSummary: { A: '••••' } }])
})

test('a project has at most fifty configs, with any number of callers at once', async () => {
  const { owner, projectId } = await world()
  const replies = await Promise.all(
    Array.from({ length: 53 }, () => owner.call(create, { projectId, body: manual({ A: 'x' }) })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(50)
  for (const reply of replies.filter(({ status }) => status !== 201))
    expectError(reply, 400, 'too_many_secrets_configs')
})

test('503 without a root key; a project without configs lists none and deletes none', async () => {
  const { owner, projectId } = await world(keyless)
  const reply = await unchanged(keyless, () => owner.call(create, { projectId, body: manual({ A: 'x' }) }))
  expectError(reply, 503, 'secrets_encryption_unavailable')
  expect((await owner.call(list, { projectId })).body).toEqual([])
  expect(await owner.call(remove, { projectId, configId: uuidv7() })).toMatchObject({ status: 200 })
})

test('a use gets entries, over them active configs of its environment, oldest first, and the names that are nowhere', async () => {
  const at = await world()
  const { owner, projectId } = at
  const entries = [
    { key: 'A', source: '.env', value: 'of .env' },
    { key: 'A', source: 'api/.env', value: 'of api/.env' },
    { key: 'B', source: '.env', value: 'of .env' },
    { key: 'C', source: '.env', value: 'of .env' },
    { key: 'D', source: '.env', value: 'of .env' },
  ]
  await owner.call(upsertProjectSecretEntries, { projectId, body: { entries } })
  const add = (config: object, rest?: object) => owner.call(create, { projectId, body: manual({ ...config }, rest) })
  await add({ B: 'first', C: 'first' })
  const { body } = await add({ C: 'second', __proto__x: 'odd' })
  await add({ D: 'of production' }, { envFilter: 'production' })
  await add({ A: 'unused', E: 'unused' }, { isActive: false })
  expect(await resolve(at, ['A', 'B', 'C', 'D', 'E', 'E', 'toString', '__proto__x'])).toEqual({
    values: { A: 'of api/.env', B: 'first', C: 'second', D: 'of .env', __proto__x: 'odd' },
    missing: ['E', 'toString'],
  })
  expect(await resolve(at, ['D'], 'production')).toEqual({ values: { D: 'of production' }, missing: [] })
  expect(await resolve(at, ['D'], 'staging')).toEqual({ values: { D: 'of .env' }, missing: [] })
  await owner.call(update, { projectId, configId: body.id as string, body: { isActive: false } })
  expect(await resolve(at, ['C'])).toEqual({ values: { C: 'first' }, missing: [] })
  expect(await resolve({ ...at, at: (await world()).at }, ['A'])).toEqual({ values: {}, missing: ['A'] })
})

test('200 lists the used configs newest first, in pages', async () => {
  const { at, owner, projectId } = await world()
  const sync = { projectId, target: 'sandbox', taskId: uuidv7() } as const
  await server.database.within(at.workspace, (tx) => recordSecretsSync(tx, { ...sync, count: 2 }))
  await server.database.within(at.workspace, (tx) =>
    recordSecretsSync(tx, { ...sync, taskId: null, count: 0, error: `It failed. ${'x'.repeat(600)}` }),
  )
  const first = await owner.call(listProjectSecretsSyncLogs, { projectId, query: { limit: 1 } })
  expect(first.body).toMatchObject([{ outcome: 'failure', secretCount: 0, taskId: null }])
  expect(first.body[0].error).toHaveLength(500)
  const cursor = new URL(/<(.*)>/.exec(first.headers.get('link')!)![1]!, server.baseUrl).searchParams.get('cursor')
  const second = await owner.call(listProjectSecretsSyncLogs, { projectId, query: { limit: 1, cursor } })
  expect(second.body).toMatchObject([{ ...sync, outcome: 'success', secretCount: 2, error: null }])
  expect(second.headers.get('link')).toBeNull()
})
