import { expect, test } from 'vitest'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { loopbackSite } from '../../../testing/network/loopback-site.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { teamsWorkflow } from '../../../testing/integrations/teams-workflow.ts'
import { record } from '../../../platform/audit/index.ts'
import { createChatChannel, deleteChatChannel, listChatChannels, testChatChannel } from './contract.ts'
import { tellChannels } from './jobs/tell-channels.ts'
import { dueChannels } from './store.ts'

const messages: { text?: string; attachments?: unknown[] }[] = []
const state = { status: 200 }
const site = await loopbackSite((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    if (state.status === 200) messages.push(JSON.parse(text) as { text: string })
    response.writeHead(state.status).end(state.status === 200 ? 'ok' : 'no_service')
  })
})
const workflow = await teamsWorkflow()
const server = await testServer({
  ATELIER_ROLE: 'server',
  ATELIER_FETCH_PRIVATE_HOSTS: `${site.host},${workflow.host}`,
})
const webhookUrl = `${site.url}/services/T0/B0/secret-of-the-channel`
const channel = { kind: 'slack' as const, name: '#delivery', webhookUrl }
const tell = () => tellChannels(server.parts, scheduledContext)

test('200 and 201: a channel is tested, listed without its address, and removed', async () => {
  const at = await scene(server)
  const made = await at.owner.call(createChatChannel, { body: channel })
  expect(made).toMatchObject({ status: 201, body: { kind: 'slack', name: '#delivery', error: null } })
  const id = made.body.id as string
  expect((await at.owner.call(testChatChannel, { id })).body).toEqual({ works: true, problem: null })
  expect(messages.pop()!.text).toContain('This is a test')
  state.status = 404
  expect((await at.owner.call(testChatChannel, { id })).body).toMatchObject({ works: false })
  state.status = 200
  const listed = await at.member.call(listChatChannels, {})
  expect(listed.body).toMatchObject([{ id }])
  expect((await at.owner.call(deleteChatChannel, { id })).body).toEqual({ deleted: true })
  expectError(await at.owner.call(deleteChatChannel, { id }), 404, 'not_found')
  const everything = [listed.body, await at.rows('chat_channel'), await at.rows('audit_row')]
  expect(JSON.stringify(everything)).not.toContain('secret-of-the-channel')
  expect(await at.auditActions(id)).toEqual([
    'chat_channel.create',
    'chat_channel.test',
    'chat_channel.test',
    'chat_channel.delete',
  ])
})

test('a channel gets one message about a request to the agency, with a link and without markup of the title', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  await at.owner.call(createChatChannel, { body: channel })
  const cycleId = await cycleIn(server, at, projectId)
  const happens = (name: string, payload: object = {}) =>
    server.database.within(at.workspace, async (tx) => {
      await tx.query({ text: `update cycle set title = 'A <!channel> & more' where id = $1`, values: [cycleId] })
      record(tx, undefined, { name, entity: ['cycle', cycleId], projectId, cycleId, payload: { ...payload } })
    })
  messages.length = 0
  await happens('cycle.running')
  await happens('pending_request.created', { requiredActor: 'client' })
  await happens('pending_request.created', { requiredActor: 'agency' })
  await tell()
  await tell()
  expect(messages).toHaveLength(1)
  expect(messages[0]!.text).toContain('A &lt;!channel&gt; &amp; more')
  expect(messages[0]!.text).toContain(`/projects/${projectId}/cycles/${cycleId}|Open in Atelier>`)
  state.status = 500
  await happens('cycle.completed')
  await tell()
  expect((await at.owner.call(listChatChannels, {})).body).toMatchObject([
    { error: expect.stringContaining('500') as string },
  ])
  state.status = 200
  await server.database.within(at.workspace, (tx) =>
    tx.query({ text: 'update chat_channel set next_attempt_at = now()', values: [] }),
  )
  await tell()
  expect(messages).toHaveLength(2)
  expect((await at.owner.call(listChatChannels, {})).body).toMatchObject([{ error: null }])
})

test('a channel of Teams is tested, and gets the requests to the agency, with the title as it is written', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const body = { kind: 'teams' as const, name: 'Delivery', webhookUrl: workflow.webhookUrl }
  const made = await at.owner.call(createChatChannel, { body })
  expect(made).toMatchObject({ status: 201, body: { kind: 'teams' } })
  const id = made.body.id as string
  expect((await at.owner.call(testChatChannel, { id })).body).toEqual({ works: true, problem: null })
  expect(workflow.cards.pop()!.body[0]!.inlines[0]!.text).toContain('This is a test')
  workflow.status = 429
  expect((await at.owner.call(testChatChannel, { id })).body).toMatchObject({
    works: false,
    problem: expect.stringContaining('takes no more messages for now') as string,
  })
  const cycleId = await cycleIn(server, at, projectId)
  await server.database.within(at.workspace, async (tx) => {
    await tx.query({ text: `update cycle set title = '[Pay](https://evil.example)' where id = $1`, values: [cycleId] })
    const payload = { requiredActor: 'agency' }
    record(tx, undefined, { name: 'pending_request.created', entity: ['cycle', cycleId], projectId, cycleId, payload })
  })
  await tell()
  expect((await at.owner.call(listChatChannels, {})).body).toMatchObject([
    { error: expect.stringContaining('429') as string },
  ])
  workflow.status = 202
  await tell()
  expect(workflow.cards).toEqual([])
  await server.database.within(at.workspace, (tx) =>
    tx.query({ text: 'update chat_channel set next_attempt_at = now()', values: [] }),
  )
  await tell()
  expect(workflow.cards).toHaveLength(1)
  const card = workflow.cards.pop()
  expect(card!.body[0]!.inlines[0]!.text).toContain('“[Pay](https://evil.example)” waits for a person.')
  expect(card!.actions[0]!.url).toContain(`/projects/${projectId}/cycles/${cycleId}`)
  expect((await at.owner.call(listChatChannels, {})).body).toMatchObject([{ error: null }])
  const everything = [await at.rows('chat_channel'), await at.rows('audit_row')]
  expect(JSON.stringify(everything)).not.toContain(workflow.signature)
})

test('a channel that is due now is due at this very moment, although times are rounded', async () => {
  const at = await scene(server)
  const { body } = await at.owner.call(createChatChannel, { body: channel })
  await emptyProject(at.owner)
  const text = `update chat_channel set attempts = 1, error = 'It was late.', next_attempt_at = now()`
  for (let round = 0; round < 40; round += 1) {
    const due = await server.database.within(at.workspace, async (tx) => {
      await tx.query({ text, values: [] })
      return dueChannels(tx, { rows: 1 })
    })
    expect(due).toEqual([{ workspaceId: at.workspace, id: body.id }])
  }
})

test('400 for an address of the other service, or of a retired connector', async () => {
  const at = await scene(server)
  const of = (kind: 'slack' | 'teams', webhookUrl: string) =>
    at.owner.call(createChatChannel, { body: { kind, name: 'C', webhookUrl } })
  expectError(await of('teams', 'https://hooks.slack.com/services/T0/B0/x'), 400, 'invalid_request')
  expectError(await of('teams', 'https://acme.webhook.office.com/webhookb2/x'), 400, 'invalid_request')
  expectError(await of('slack', 'https://prod-1.westeurope.logic.azure.com/workflows/x'), 400, 'invalid_request')
  const workflows =
    'https://prod-1.westeurope.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke?sp=%2Fa&sig=b'
  expect((await of('teams', workflows)).status).toBe(201)
})
