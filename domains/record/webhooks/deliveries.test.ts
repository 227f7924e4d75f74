import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { listEvents } from '../events/contract.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deliveriesTo, hookOf, newProject, shownHook, type Hook } from '../../../testing/webhooks/webhook-scene.ts'
import { afterPauses, deliver, webhookReceiver, type Received } from '../../../testing/webhooks/webhooks.ts'
import {
  getWebhookDelivery,
  replayWebhookDelivery,
  replayWebhookEvents,
  rotateWebhookSecret,
  testWebhook,
} from './contract.ts'

const receiver = await webhookReceiver()
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: receiver.host })

const detail = async ({ owner }: Scene, { id }: Hook, deliveryId: string) =>
  (await owner.call(getWebhookDelivery, { id, deliveryId })).body as {
    attemptLog: { number: number; responseStatus: number | null; responseHead: string | null; error: string | null }[]
  }
const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; data: { id: string } }

test('an event arrives once, signed, as the API shows it', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at)
  const other = await hookOf(receiver, at, { eventTypes: ['task.*'] })
  const projectId = await newProject(at)
  await deliver(server)
  const [message] = receiver.to(hook.path)
  const { body: events } = await at.owner.call(listEvents, { query: { entityType: 'project', entityId: projectId } })
  expect(verified(hook.secret, message!)).toEqual({
    type: 'project.created',
    timestamp: events[0].occurredAt,
    data: events[0],
  })
  expect(message!.headers).toMatchObject({ 'webhook-id': events[0].id, 'content-type': 'application/json' })
  expect(() => verified(other.secret, message!)).toThrow('No matching signature')
  expect([receiver.to(hook.path).length, receiver.to(other.path).length]).toEqual([1, 0])
  await deliver(server)
  expect(receiver.to(hook.path)).toHaveLength(1)
  expect(await deliveriesTo(at, hook)).toMatchObject([
    { kind: 'event', status: 'delivered', messageId: events[0].id, attempts: 1, responseStatus: 204, error: null },
  ])
})

test.runIf(isLong)('events come in their order, only from the named projects, and none from before', async () => {
  const at = await scene(server)
  const before = await newProject(at, 'Before')
  const all = await hookOf(receiver, at)
  const one = await hookOf(receiver, at, { projectIds: [before] })
  const names = Array.from({ length: 30 }, (_, index) => `P${index}`)
  for (const name of names) await newProject(at, name)
  await deliver(server)
  const got = receiver.to(all.path).map(({ body }) => JSON.parse(body) as { data: { position: number } })
  const positions = got.map(({ data }) => data.position)
  expect(positions).toHaveLength(30)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(receiver.to(one.path)).toEqual([])
})

test('a failed message comes again with the same id until it arrives, and the log has each attempt', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at)
  let calls = 0
  receiver.answer(hook.path, (response) => {
    calls += 1
    response.writeHead(calls === 1 ? 500 : 200).end(calls === 1 ? 'no room' : 'thank you')
  })
  await newProject(at)
  await deliver(server)
  const [first] = await deliveriesTo(at, hook)
  expect(first).toMatchObject({ status: 'waiting', attempts: 1, responseStatus: 500 })
  expect(await shownHook(at, hook)).toMatchObject({ waiting: 1, failingSince: expect.stringMatching(/Z$/) as string })
  await deliver(server)
  expect(calls).toBe(1)
  await afterPauses(server)
  await deliver(server)
  const [a, b] = receiver.to(hook.path)
  expect(a!.headers['webhook-id']).toBe(b!.headers['webhook-id'])
  expect(a!.body).toBe(b!.body)
  expect(await shownHook(at, hook)).toMatchObject({ waiting: 0, failingSince: null })
  expect((await detail(at, hook, first!.id)).attemptLog).toMatchObject([
    {
      number: 1,
      responseStatus: 500,
      responseHead: 'no room',
      error: expect.stringContaining('answered 500') as string,
    },
    { number: 2, responseStatus: 200, responseHead: 'thank you', error: null },
  ])
})

test('the log keeps a bounded head of an answer, without secrets', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at)
  const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
  receiver.answer(hook.path, (response) =>
    response.end(`{"password":"hunter2"} api_key=0123456789abcdef ${hook.secret} ${token}\0${'x'.repeat(100_000)}`),
  )
  await newProject(at)
  await deliver(server)
  const [first] = await deliveriesTo(at, hook)
  const { responseHead } = (await detail(at, hook, first!.id)).attemptLog[0]!
  expect(responseHead).toHaveLength(1_000)
  expect(responseHead).not.toContain(hook.secret.slice(6))
  expect(responseHead).not.toContain(token)
  expect(responseHead).not.toMatch(/hunter2|0123456789abcdef/)
})

test('a redirect is not followed, and a broken connection is an attempt', async () => {
  const at = await scene(server)
  const away = await hookOf(receiver, at)
  const cut = await hookOf(receiver, at)
  receiver.answer(away.path, (response) => response.writeHead(302, { location: '/elsewhere' }).end())
  receiver.answer(cut.path, (response) => response.destroy())
  await newProject(at)
  await deliver(server)
  expect(receiver.to('/elsewhere')).toEqual([])
  expect((await deliveriesTo(at, away))[0]).toMatchObject({
    status: 'waiting',
    responseStatus: 302,
    error: expect.stringContaining('Redirects are not followed') as string,
  })
  expect((await deliveriesTo(at, cut))[0]).toMatchObject({ status: 'waiting', responseStatus: null, attempts: 1 })
})

test('an address that became private after it was stored is asked nothing', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at)
  await asOwner(server, 'update webhook set url = $2 where id = $1', [hook.id, 'https://169.254.169.254/latest/'])
  await newProject(at)
  await deliver(server)
  expect((await deliveriesTo(at, hook))[0]).toMatchObject({
    error: expect.stringContaining('was not found on the public internet') as string,
  })
})

test('a rotated secret signs beside the previous one, until its time is over', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at)
  const { body } = await at.owner.call(rotateWebhookSecret, { id: hook.id, body: { overlapHours: 1 } })
  expect(body.secret).not.toBe(hook.secret)
  await newProject(at)
  await deliver(server)
  const [both] = receiver.to(hook.path)
  for (const secret of [hook.secret, body.secret as string])
    expect(verified(secret, both!).type).toBe('project.created')
  expect(await shownHook(at, hook)).toMatchObject({ previousSecretUntil: expect.stringMatching(/Z$/) as string })
  await asOwner(server, 'update webhook set previous_until = now() where id = $1', [hook.id])
  await newProject(at)
  await deliver(server)
  const [, alone] = receiver.to(hook.path)
  expect(verified(body.secret as string, alone!).type).toBe('project.created')
  expect(() => verified(hook.secret, alone!)).toThrow()
  const [row] = await asOwner(server, 'select previous_ciphertext from webhook where id = $1', [hook.id])
  expect(row).toEqual({ previous_ciphertext: null })
})

test('one delivery and a period are sent again under their ids', async () => {
  const at = await scene(server)
  const started = new Date()
  await newProject(at, 'Before the webhook')
  const hook = await hookOf(receiver, at)
  await newProject(at)
  await deliver(server)
  const [first] = await deliveriesTo(at, hook)
  const again = await at.owner.call(replayWebhookDelivery, { id: hook.id, deliveryId: first!.id })
  expect([again.status, again.body.kind]).toEqual([202, 'replay'])
  await deliver(server)
  const sent = () => receiver.to(hook.path).map(({ headers }) => headers['webhook-id'])
  expect(sent()).toEqual([first!.messageId, first!.messageId])
  const period = await at.owner.call(replayWebhookEvents, { id: hook.id, body: { from: started.toISOString() } })
  expect([period.status, period.body.replayingUntil]).toEqual([202, expect.stringMatching(/Z$/)])
  const twice = await at.owner.call(replayWebhookEvents, { id: hook.id, body: { from: started.toISOString() } })
  expectError(twice, 409, 'webhook_replaying')
  await deliver(server)
  expect(new Set(sent()).size).toBe(2)
  expect(sent()).toHaveLength(4)
  expect(await shownHook(at, hook)).toMatchObject({ replayingUntil: null, waiting: 0 })
  const later = new Date(Date.now() + 60_000).toISOString()
  expectError(await at.owner.call(replayWebhookEvents, { id: hook.id, body: { from: later } }), 400, 'invalid_request')
})

test('a test is sent once, independent of failing deliveries, and is not sent again', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at)
  receiver.answer(hook.path, (response) => response.writeHead(500).end())
  await newProject(at)
  await deliver(server)
  await at.owner.call(testWebhook, { id: hook.id })
  await deliver(server)
  expect(receiver.typesTo(hook.path)).toEqual(['project.created', 'webhook.test'])
  const [tested] = await deliveriesTo(at, hook)
  expect(tested).toMatchObject({ kind: 'test', status: 'failed', attempts: 1, nextAttemptAt: null })
  const replayed = await at.owner.call(replayWebhookDelivery, { id: hook.id, deliveryId: tested!.id })
  expectError(replayed, 409, 'webhook_delivery_is_test')
})
