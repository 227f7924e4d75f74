import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { mailsTo } from '../../../testing/mail/outbox.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deliveriesTo, hookOf, newProject, shownHook } from '../../../testing/webhooks/webhook-scene.ts'
import { afterPauses, deliver, webhookReceiver } from '../../../testing/webhooks/webhooks.ts'
import { deleteWebhook, replayWebhookEvents, testWebhook, updateWebhook } from './contract.ts'
import webhooks from './domain.ts'

const receiver = await webhookReceiver()
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: receiver.host })

test('an endpoint that never answers does not hold up another', async () => {
  const slow = await scene(server)
  const quick = await scene(server)
  const held = await hookOf(receiver, slow)
  const free = await hookOf(receiver, quick)
  receiver.answer(held.path, () => undefined)
  await newProject(slow)
  const stop = new AbortController()
  const delivering = deliver(server, stop.signal)
  await receiver.until(held.path, 1)
  await newProject(quick)
  await receiver.until(free.path, 1)
  expect(await deliveriesTo(slow, held)).toMatchObject([{ status: 'waiting', attempts: 0 }])
  stop.abort()
  await delivering
  // A delivery that a shutdown cut off is no attempt, and is sent again.
  receiver.answer(held.path, (response) => response.end())
  await deliver(server)
  expect(await deliveriesTo(slow, held)).toMatchObject([{ status: 'delivered', attempts: 1 }])
})

test('one failed answer holds up no other message, and three in a row do', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at)
  let calls = 0
  receiver.answer(hook.path, (response) => {
    calls += 1
    response.writeHead(calls % 3 === 0 ? 500 : 204).end()
  })
  for (let count = 0; count < 9; count += 1) await newProject(at)
  await deliver(server)
  const statuses = (await deliveriesTo(at, hook)).map(({ status }) => status)
  expect([statuses.filter((status) => status === 'delivered').length, statuses.length]).toEqual([6, 9])
  receiver.answer(hook.path, (response) => {
    calls += 1
    response.writeHead(500).end()
  })
  calls = 0
  for (let count = 0; count < 5; count += 1) await newProject(at)
  await deliver(server)
  expect(calls).toBe(2)
})

test('one of two processes sends, and the attempt of a dead one is sent again', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at)
  await newProject(at)
  await Promise.all([deliver(server), deliver(server)])
  expect(receiver.to(hook.path)).toHaveLength(1)
  await asOwner(
    server,
    `update webhook set holder = 'dead', leased_until = now() + interval '1 minute' where id = $1`,
    [hook.id],
  )
  await newProject(at)
  await deliver(server)
  expect(receiver.to(hook.path)).toHaveLength(1)
  await asOwner(server, 'update webhook set leased_until = now() where id = $1', [hook.id])
  await deliver(server)
  expect(receiver.to(hook.path)).toHaveLength(2)
})

test('a turn that was taken over while it sent keeps nothing', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at)
  receiver.answer(hook.path, async (response) => {
    await asOwner(server, `update webhook set holder = 'another' where id = $1`, [hook.id])
    response.end()
  })
  await newProject(at)
  await deliver(server)
  expect(await deliveriesTo(at, hook)).toMatchObject([{ status: 'waiting', attempts: 0 }])
})

test.runIf(isLong)('no more than so many deliveries wait, and the rest of the events comes later', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at, { eventTypes: ['made.up'] })
  const more = `insert into activity_event (workspace_id, position, id, name, entity_type, entity_id, payload, occurred_at)
    select $1, e.event_position + n, gen_random_uuid(), 'made.up', 'project', 'x', '{}', now()
    from ledger e, generate_series(1, 150) n where e.workspace_id = $1`
  await asOwner(server, more, [at.workspace])
  await asOwner(server, 'update ledger set event_position = event_position + 150 where workspace_id = $1', [
    at.workspace,
  ])
  const look = () => deliver(server, undefined, { waitingMost: 100 })
  receiver.answer(hook.path, (response) => response.writeHead(503, { 'retry-after': '7200' }).end())
  await look()
  expect(await shownHook(at, hook)).toMatchObject({ waiting: 100 })
  const tried = (await deliveriesTo(at, hook)).find(({ attempts }) => attempts === 1)
  expect(Date.parse(tried!.nextAttemptAt!) - Date.now()).toBeGreaterThan(7_000_000)
  receiver.answer(hook.path, (response) => response.end())
  for (let looks = 0; looks < 3; looks += 1) {
    await afterPauses(server)
    await look()
  }
  const ids = new Set(receiver.to(hook.path).map(({ headers }) => headers['webhook-id']))
  expect([ids.size, (await shownHook(at, hook)).waiting]).toEqual([150, 0])
})

test.runIf(isLong)(
  'after days of failures it is switched off, administrators get one letter, and it can be switched on again',
  async () => {
    const at = await scene(server)
    const hook = await hookOf(receiver, at)
    receiver.answer(hook.path, (response) => response.writeHead(500).end())
    await newProject(at)
    await deliver(server)
    await asOwner(server, `update webhook set failing_since = now() - interval '4 days' where id = $1`, [hook.id])
    await afterPauses(server)
    await newProject(at)
    await deliver(server)
    expect(await shownHook(at, hook)).toMatchObject({ enabled: false, disabledReason: 'failures', waiting: 0 })
    expect((await deliveriesTo(at, hook)).map(({ status, error }) => [status, error])).toEqual([
      ['failed', 'It was not sent: the webhook was switched off.'],
      ['failed', expect.stringContaining('answered 500')],
    ])
    const [row] = await asOwner(
      server,
      'select email from users u join membership m on m.user_id = u.id where workspace_id = $1 and role = $2',
      [at.workspace, 'owner'],
    )
    const letters = async () => (await mailsTo(server.dataFolder, row!.email as string)).map(({ subject }) => subject)
    await expect.poll(letters).toEqual([`The webhook at ${receiver.host} is switched off`])
    expect(await at.auditActions(hook.id)).toEqual(['webhook.create', 'webhook.disable'])
    expect(await at.eventNames(hook.id)).toEqual(['webhook.created', 'webhook.disabled'])
    expectError(await at.owner.call(testWebhook, { id: hook.id }), 409, 'webhook_disabled')
    expectError(
      await at.owner.call(replayWebhookEvents, { id: hook.id, body: { from: '2026-01-01T00:00:00Z' } }),
      ...([409, 'webhook_disabled'] as const),
    )
    receiver.answer(hook.path, (response) => response.end())
    const before = receiver.to(hook.path).length
    await at.owner.call(updateWebhook, { id: hook.id, body: { enabled: true } })
    await deliver(server)
    expect(receiver.to(hook.path)).toHaveLength(before)
    await newProject(at)
    await deliver(server)
    expect(receiver.to(hook.path)).toHaveLength(before + 1)
    expect(await shownHook(at, hook)).toMatchObject({ enabled: true, disabledReason: null, failingSince: null })
  },
)

test('an answer 410 switches it off at once', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at)
  receiver.answer(hook.path, (response) => response.writeHead(410).end())
  await newProject(at)
  await deliver(server)
  expect(await shownHook(at, hook)).toMatchObject({ enabled: false, disabledReason: 'gone' })
})

test.runIf(isLong)('after ten attempts a delivery has failed', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at)
  receiver.answer(hook.path, (response) => response.writeHead(400).end())
  await newProject(at)
  for (let attempts = 0; attempts < 12; attempts += 1) {
    await deliver(server)
    await afterPauses(server)
  }
  expect(receiver.to(hook.path)).toHaveLength(10)
  expect(await deliveriesTo(at, hook)).toMatchObject([{ status: 'failed', attempts: 10, nextAttemptAt: null }])
  expect(await shownHook(at, hook)).toMatchObject({ enabled: true, waiting: 0 })
})

test('a webhook that is deleted while it is sent to leaves nothing behind', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at)
  receiver.answer(hook.path, async (response) => {
    await at.owner.call(deleteWebhook, { id: hook.id })
    response.end()
  })
  await newProject(at)
  await deliver(server)
  expect(await Promise.all(['webhook', 'webhook_delivery', 'webhook_attempt'].map((name) => at.rows(name)))).toEqual([
    [],
    [],
    [],
  ])
})

test('deliveries that ended a month ago are removed, and what waits is not', async () => {
  const at = await scene(server)
  const hook = await hookOf(receiver, at)
  await newProject(at)
  await deliver(server)
  await asOwner(server, `update webhook_delivery set ended_at = now() - interval '31 days' where webhook_id = $1`, [
    hook.id,
  ])
  receiver.answer(hook.path, (response) => response.writeHead(500).end())
  await newProject(at)
  await deliver(server)
  const [expiry] = webhooks.retention
  expect(await server.database.identity((tx) => expiry!.dueIn!(tx, 1_000))).toContain(at.workspace)
  expect(await server.database.within(at.workspace, (tx) => expiry!.remove(tx, 10))).toBe(1)
  expect(await deliveriesTo(at, hook)).toMatchObject([{ status: 'waiting' }])
})
