import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { deleteProject, createProject } from '../../code/projects/contract.ts'
import { wholeChain } from '../../../testing/audit/audit-chain.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  replayWebhookEvents,
  rotateWebhookSecret,
  updateWebhook,
} from './contract.ts'
import { forgetProject } from './store.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const url = 'https://hooks.example.com/T024/token-canary-77ab'
const add = ({ owner }: Scene, body: object = {}) => owner.call(createWebhook, { body: { url, ...body } })
const newProject = async ({ owner }: Scene) => (await owner.call(createProject, { body: {} })).body.id as string

test('a webhook is added, read, changed, switched off and deleted', async () => {
  const at = await scene(server)
  const projectId = await newProject(at)
  const { body } = await add(at, { description: 'Deploys', eventTypes: ['task.*'], projectIds: [projectId] })
  const { id, secret, ...rest } = body
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(rest).toMatchObject({ url, description: 'Deploys', eventTypes: ['task.*'], enabled: true, waiting: 0 })
  expect((await at.owner.call(getWebhook, { id })).body).toEqual({ id, ...rest })
  expect((await at.owner.call(listWebhooks)).body).toEqual([{ id, ...rest }])
  const change = { description: null, eventTypes: null, projectIds: null, enabled: false }
  const changed = await at.owner.call(updateWebhook, { id, body: change })
  expect(changed.body).toMatchObject({ ...change, disabledReason: 'person', url })
  expect((await at.owner.call(updateWebhook, { id, body: { enabled: true } })).body).toMatchObject({ enabled: true })
  expect((await at.owner.call(deleteWebhook, { id })).body).toEqual({ deleted: true })
  expectError(await at.owner.call(getWebhook, { id }), 404, 'not_found')
  expect(await at.auditActions(id)).toEqual(['webhook.create', 'webhook.update', 'webhook.update', 'webhook.delete'])
  expect(await at.eventNames(id)).toEqual(['webhook.created', 'webhook.updated', 'webhook.updated', 'webhook.deleted'])
})

test('secrets are sealed, and neither they nor the path of the address are in audit rows and events', async () => {
  const at = await scene(server)
  const { body } = await add(at)
  const { body: rotated } = await at.owner.call(rotateWebhookSecret, { id: body.id })
  expect(rotated).toMatchObject({ id: body.id, previousSecretUntil: expect.stringMatching(/Z$/) as string })
  expect((await at.owner.call(rotateWebhookSecret, { id: body.id, body: { overlapHours: 0 } })).body).toMatchObject({
    previousSecretUntil: null,
  })
  const latin = (_: string, value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)
  const said = JSON.stringify(
    [await wholeChain(server, at.workspace), await at.rows('activity_event'), await at.rows('idempotency_answer')],
    latin,
  )
  const rows = JSON.stringify(await at.rows('webhook'), latin)
  for (const secret of [body.secret, rotated.secret] as string[])
    for (const text of [said, rows]) {
      expect(text).not.toContain(secret.slice(6, 30))
      expect(text).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('latin1'))
    }
  expect(said).toContain('hooks.example.com')
  expect(said).not.toContain('token-canary')
})

test('400 for another address in the place of a webhook’s, to which no request may go', async () => {
  const at = await scene(server)
  const { body } = await add(at)
  const fields = [expect.objectContaining({ path: 'url', rule: 'address' })]
  const change = () => at.owner.call(updateWebhook, { id: body.id, body: { url: 'https://[fd00::1]/' } })
  expectError(await unchanged(server, change), 400, 'invalid_request', fields)
})

test.each(['task', 'Task.merged', 'task.', '*', '*.merged', 'task.merged.x', ''])(
  '400 for the type %j',
  async (name) => {
    const at = await scene(server)
    expectError(await unchanged(server, () => add(at, { eventTypes: [name] })), 400, 'invalid_request')
  },
)

test('400 for projects of others, and for a period that ends before it begins', async () => {
  const at = await scene(server)
  const neighbour = await scene(server)
  const theirs = await newProject(neighbour)
  for (const id of [theirs, uuidv7()])
    expectError(await unchanged(server, () => add(at, { projectIds: [id] })), 400, 'invalid_request', [
      expect.objectContaining({ path: 'projectIds[0]' }),
    ])
  const { body } = await add(at)
  for (const period of [
    { from: '2026-03-04T10:00:00Z', until: '2026-03-04T10:00:00Z' },
    { from: '2026-02-30T10:00:00Z' },
    { from: '0000-01-01T00:00:00Z' },
    { from: '2026-03-04T10:00:00Z', until: '0000-01-01T00:00:00Z' },
  ])
    expectError(await at.owner.call(replayWebhookEvents, { id: body.id, body: period }), 400, 'invalid_request')
})

test('409 for one more than 20, for any number of concurrent requests', async () => {
  const at = await scene(server)
  const replies = await Promise.all(Array.from({ length: 24 }, () => add(at)))
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array<number>(20).fill(201), ...Array<number>(4).fill(409)])
  expectError(
    replies.find(({ status }) => status === 409)!,
    409,
    'webhooks_full',
  )
})

test('403 for an administrator of only some projects', async () => {
  const at = await scene(server)
  const narrow = await at.join('admin', { projectIds: [await newProject(at)] })
  expectError(await narrow.caller.call(listWebhooks), 403, 'forbidden')
})

test('a filter whose last project is purged lets nothing through', async () => {
  const at = await scene(server)
  const projectId = await newProject(at)
  const { body } = await add(at, { projectIds: [projectId] })
  await at.owner.call(deleteProject, { id: projectId })
  await server.database.within(at.workspace, (tx) => forgetProject(tx, { projectId }))
  expect((await at.owner.call(getWebhook, { id: body.id })).body).toMatchObject({ projectIds: [] })
})
