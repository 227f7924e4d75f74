import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeChain } from '../../../testing/audit/audit-chain.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getGrowthSettings, updateGrowthSettings } from './contract.ts'
import { faultsOf, inOrder, isWithinCap, rulesByDefault, weekdays } from './rules.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('200 has the defaults until a change, and then only the change', async () => {
  const at = await scene(server)
  const { body } = await at.member.call(getGrowthSettings)
  expect(body).toMatchObject({
    hardCapUsd: null,
    bookingUrl: null,
    sendApproval: 'always',
    sendingDays: ['mon', 'tue', 'wed', 'thu', 'fri'],
    sendingFrom: '09:00',
    leadRetentionDays: 180,
    month: { spentUsd: 0, heldUsd: 0, remainingUsd: null },
    updatedAt: null,
  })
  const admin = (await at.join('admin')).caller
  const change = { hardCapUsd: 12.5, bookingUrl: 'https://cal.example.com/ada', sendingDays: ['fri', 'mon'] }
  const reply = await admin.call(updateGrowthSettings, { body: change })
  expect(reply).toMatchObject({
    status: 200,
    body: { ...change, sendingDays: ['mon', 'fri'], sendingUntil: '17:00', month: { remainingUsd: 12.5 } },
  })
  await at.owner.call(updateGrowthSettings, { body: { bookingUrl: null } })
  expect((await at.member.call(getGrowthSettings)).body).toMatchObject({ hardCapUsd: 12.5, bookingUrl: null })
  expect(await at.auditActions(at.workspace)).toEqual(['growth_settings.update', 'growth_settings.update'])
  expect(await at.eventNames(at.workspace)).toEqual(['growth_settings.updated', 'growth_settings.updated'])
})

test('403 for a member who changes a setting, and for a client who reads one', async () => {
  const at = await scene(server)
  const change = { body: { sendApproval: 'by_play' } } as const
  expectError(await unchanged(server, () => at.member.call(updateGrowthSettings, change)), 403, 'forbidden')
  expectError(await unchanged(server, () => at.client.call(updateGrowthSettings, change)), 403, 'forbidden')
  expectError(await at.client.call(getGrowthSettings), 403, 'forbidden')
  const { caller } = await at.join('owner', { scopes: ['read', 'write'] })
  expectError(await caller.call(updateGrowthSettings, change), 403, 'forbidden')
  expect(await at.rows('growth_settings')).toEqual([])
})

test.each<[object, string]>([
  [{}, ''],
  [{ hardCapUsd: -1 }, 'hardCapUsd'],
  [{ hardCapUsd: 1e9 }, 'hardCapUsd'],
  [{ bookingUrl: 'http://cal.example.com' }, 'bookingUrl'],
  [{ bookingUrl: 'https://ada:secret@cal.example.com' }, 'bookingUrl'],
  [{ bookingUrl: 'javascript:alert(1)' }, 'bookingUrl'],
  [{ sendingFrom: '24:00' }, 'sendingFrom'],
  [{ sendingFrom: '18:00' }, 'sendingUntil'],
  [{ sendingDays: [] }, 'sendingDays'],
  [{ leadRetentionDays: 29 }, 'leadRetentionDays'],
  [{ sendApproval: 'never' }, 'sendApproval'],
])('400 for %j', async (body, path) => {
  const at = await scene(server)
  const reply = await unchanged(server, () => at.owner.call(updateGrowthSettings, { body }))
  expectError(reply, 400, 'invalid_request')
  const { fields } = reply.body as { fields: { path: string }[] }
  expect(fields.map((field) => field.path.split('[')[0])).toContain(path)
})

test('ten administrators who change other fields at once lose none of them', async () => {
  const at = await scene(server)
  const changes = [{ hardCapUsd: 5 }, { leadRetentionDays: 90 }, { sendApproval: 'by_play' }, { sendingFrom: '08:00' }]
  const replies = await Promise.all(changes.map((body) => at.owner.call(updateGrowthSettings, { body })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await at.owner.call(getGrowthSettings)).body).toMatchObject(Object.assign({}, ...changes) as object)
})

test('the spend of this month has only calls of growth, and none of a month before or of a neighbour', async () => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  const call = (workspace: string, step: string, sent: string, cost: number | null) =>
    asOwner(
      server,
      `insert into model_call (workspace_id, id, step, request_hash, nth, provider, model, is_priced, status, reserved_micros,
         cost_micros, response, sent_at, expires_at, ended_at)
       values ($1, gen_random_uuid(), $2, decode(repeat('ab', 32), 'hex'), 1, 'p', 'm', true,
         case when $4::bigint is null then 'open' else 'finished' end, 2000000, $4,
         case when $4::bigint is null then null else ''::bytea end, $3, now() + interval '1 hour',
         case when $4::bigint is null then null else now() end)`,
      [workspace, step, sent, cost],
    )
  const [now, before] = [new Date(), new Date(Date.now() - 40 * 86_400_000)].map((date) => date.toISOString())
  await call(at.workspace, 'growth-research', now!, 1_250_000)
  await call(at.workspace, 'growth-research', now!, null)
  await call(at.workspace, 'growth-research', before!, 700_000)
  await call(at.workspace, 'api', now!, 900_000)
  await call(neighbour.workspace, 'growth-research', now!, 300_000)
  await at.owner.call(updateGrowthSettings, { body: { hardCapUsd: 4 } })
  expect((await at.member.call(getGrowthSettings)).body).toMatchObject({
    month: { spentUsd: 1.25, heldUsd: 2, remainingUsd: 0.75 },
  })
})

test('the audit row of a change has the changed fields', async () => {
  const at = await scene(server)
  await at.owner.call(updateGrowthSettings, { body: { leadRetentionDays: 60 } })
  const chain = JSON.stringify(await wholeChain(server, at.workspace))
  expect(chain).toContain('"leadRetentionDays":60')
})

test('a call within the cap leaves the cap kept, after any spending before', () =>
  fc.assert(
    fc.property(fc.nat(1_000), fc.nat(1_000), fc.nat(1_000), fc.nat(1_000), (cap, spent, held, worst) => {
      const within = isWithinCap(cap, { spentMicros: spent, heldMicros: held }, worst)
      expect(within).toBe(spent + held + worst <= cap)
      expect(isWithinCap(null, { spentMicros: spent, heldMicros: held }, worst)).toBe(true)
    }),
  ))

test('days of any order and number are those days in the order of the week', () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...weekdays), { minLength: 1 }), (days) => {
      const sorted = inOrder(days)
      expect(new Set(sorted)).toEqual(new Set(days))
      expect(sorted).toEqual(weekdays.filter((day) => sorted.includes(day)))
    }),
  ))

test('rules by default have no fault', () => {
  expect(faultsOf(rulesByDefault)).toEqual([])
})
