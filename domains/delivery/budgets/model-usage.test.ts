import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { actionsOf } from '../../../testing/people/account.ts'
import { emptyProject, cycleIn } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { exportModelCalls, getModelUsage, listModelCalls } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

interface Called {
  readonly at?: string
  readonly by?: string
  readonly projectId?: string
  readonly cycleId?: string
  readonly model?: string
  readonly costMicros?: number
  readonly isPriced?: boolean
  readonly failure?: { readonly code: string; readonly message: string }
}

/** A call as the gateway records it. */
const called = async ({ workspace }: Scene, call: Called) => {
  const { at = '2026-03-10T12:00:00Z', by, projectId, cycleId, model = 'gpt-5', costMicros = 1_000 } = call
  const id = uuidv7()
  await asOwner(
    server,
    `insert into model_call (workspace_id, id, project_id, cycle_id, run_id, called_by, step, request_hash, nth, provider, model,
       is_priced, status, reserved_micros, cost_micros, input_tokens, output_tokens, failure, response, sent_at, expires_at,
       ended_at)
     values ($1, $2, $3, $4::uuid, case when $4::uuid is null then null else gen_random_uuid() end, $5, 'api',
       decode(repeat('00', 32), 'hex'), 1, 'api.example.com', $6, $7,
       case when $8::jsonb is null then 'finished' else 'failed' end, 1000000, $9, 100, 20, $8,
       case when $8::jsonb is null then ''::bytea end, $10, $10, $10)`,
    [
      workspace,
      id,
      projectId ?? null,
      cycleId ?? null,
      by ?? null,
      model,
      call.isPriced ?? true,
      call.failure ? JSON.stringify(call.failure) : null,
      costMicros,
      at,
    ],
  )
  return id
}

const refusal = { code: 'project_cap_reached', message: "Raise the project's cap." }
const march = { query: { from: '2026-03', to: '2026-03' } }
const byDay = { query: { ...march.query, by: 'day' } }

/** A workspace with calls of a person, of a cycle, refused ones, and some of another month. */
const world = async () => {
  const at = await scene(server)
  const person = await at.join('member')
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  await asOwner(server, 'update cycle set created_by = $2 where id = $1', [cycleId, person.userId])
  await called(at, { by: person.userId, costMicros: 5_000 })
  const newest = await called(at, { at: '2026-03-11T12:00:00Z', projectId, cycleId, costMicros: 2_000 })
  await called(at, { projectId, cycleId, costMicros: 3_000 })
  const refused = await called(at, { at: '2026-03-12T12:00:00Z', projectId, cycleId, costMicros: 0, failure: refusal })
  await called(at, { model: 'local', isPriced: false, costMicros: 0 })
  await called(at, { at: '2026-02-28T12:00:00Z', by: person.userId, costMicros: 7_000 })
  return { at, person, projectId, cycleId, newest, refused }
}

test('200 usage is summed by person, project and model in the months that are named', async () => {
  const { at, person, projectId } = await world()
  await asOwner(server, 'update model_call set is_estimate = true where project_id = $1 and cost_micros = 3000', [
    projectId,
  ])
  const { status, body } = await at.member.call(getModelUsage, march)
  const ofCycle = { personId: person.userId, projectId, model: 'gpt-5', calls: 2, refusedCalls: 1, costUsd: 0.005 }
  expect({ status, body }).toMatchObject({ status: 200, body: { from: '2026-03', to: '2026-03', timeZone: 'UTC' } })
  expect(body.rows).toMatchObject([
    {
      ...ofCycle,
      projectName: expect.stringContaining('Empty'),
      inputTokens: 300,
      outputTokens: 60,
      estimatedCalls: 1,
    },
    {
      personId: person.userId,
      projectId: null,
      model: 'gpt-5',
      calls: 1,
      refusedCalls: 0,
      estimatedCalls: 0,
      costUsd: 0.005,
    },
    { personId: null, projectId: null, model: 'local', calls: 1, unpricedCalls: 1, costUsd: 0 },
  ])
  const both = await at.member.call(getModelUsage, { query: { from: '2026-02', to: '2026-03' } })
  const ofPerson = (both.body.rows as { projectId: string | null; costUsd: number }[])[0]
  expect(ofPerson).toMatchObject({ personId: person.userId, projectId: null, calls: 2, costUsd: 0.012 })
  expect((await at.member.call(getModelUsage)).body).toMatchObject({ rows: [] })
})

test('200 months begin in the time zone of the workspace', async () => {
  const at = await scene(server)
  await asOwner(server, `update workspace set time_zone = 'Europe/Berlin' where id = $1`, [at.workspace])
  await called(at, { at: '2026-03-31T22:30:00Z' })
  expect((await at.member.call(getModelUsage, march)).body.rows).toEqual([])
  expect((await at.member.call(getModelUsage, { query: { from: '2026-04', to: '2026-04' } })).body.rows).toHaveLength(1)
})

test('200 days have the use of each model, in the workspace’s time zone, with the sums of the months', async () => {
  const { at } = await world()
  const { status, body } = await at.member.call(getModelUsage, byDay)
  expect({ status, from: body.from, to: body.to }).toEqual({ status: 200, from: '2026-03', to: '2026-03' })
  expect(body.rows).toMatchObject([
    { day: '2026-03-10', model: 'gpt-5', calls: 2, refusedCalls: 0, inputTokens: 200, costUsd: 0.008 },
    { day: '2026-03-10', model: 'local', calls: 1, unpricedCalls: 1, costUsd: 0 },
    { day: '2026-03-11', model: 'gpt-5', calls: 1, costUsd: 0.002 },
    { day: '2026-03-12', model: 'gpt-5', calls: 0, refusedCalls: 1, costUsd: 0 },
  ])
  await called(at, { at: '2026-03-20T23:30:00Z' })
  await asOwner(server, `update workspace set time_zone = 'Europe/Berlin' where id = $1`, [at.workspace])
  const zoned = await at.member.call(getModelUsage, byDay)
  expect((zoned.body.rows as { day: string }[]).at(-1)).toMatchObject({ day: '2026-03-21' })
  const reversed = { query: { from: '2026-04', to: '2026-03', by: 'day' } }
  expectError(await at.member.call(getModelUsage, reversed), 400, 'months_reversed')
})

test('200 calls are listed newest first, by pages, with why one was refused', async () => {
  const { at, person, newest, refused, projectId, cycleId } = await world()
  const page = await at.member.call(listModelCalls, { query: { ...march.query, limit: 2 } })
  expect(page.body).toMatchObject([
    { id: refused, outcome: 'refused', ...refusal, projectId, cycleId, costUsd: 0 },
    { id: newest, outcome: 'finished', code: null, message: null, personId: person.userId, costUsd: 0.002 },
  ])
  const cursor = decodeURIComponent(/cursor=([^&>]+)/.exec(page.headers.get('link')!)![1]!)
  const rest = await at.member.call(listModelCalls, { query: { ...march.query, cursor } })
  expect(rest.body).toHaveLength(3)
  expect(rest.headers.get('link')).toBeNull()
  const unpriced = await at.member.call(listModelCalls, { query: { ...march.query, model: 'local' } })
  expect(unpriced.body).toMatchObject([{ model: 'local', costUsd: null, personName: null }])
  const idsOf = async (filter: object) =>
    ((await at.member.call(listModelCalls, { query: { ...march.query, ...filter } })).body as { id: string }[]).map(
      ({ id }) => id,
    )
  expect(await idsOf({ outcome: 'refused' })).toEqual([refused])
  expect(await idsOf({ projectId })).toHaveLength(3)
  expect(await idsOf({ personId: person.userId, projectId, outcome: 'finished' })).toHaveLength(2)
  expect(await idsOf({ personId: uuidv7() })).toEqual([])
})

test('200 the export has a row for each call, and an audit row of its own', async () => {
  const { at, person, projectId, cycleId, refused } = await world()
  await asOwner(server, `update users set name = '=Mira' where id = $1`, [person.userId])
  const reply = await at.member.open(exportModelCalls, { query: { ...march.query, projectId } })
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="model-calls.csv"')
  const lines = (await new Response(reply.body).text()).split('\r\n')
  expect(lines[0]).toBe(
    'sent_at,person,project,model,provider,outcome,code,message,input_tokens,output_tokens,cost_usd,person_id,project_id,cycle_id,call_id,is_estimate',
  )
  expect(lines[1]).toMatch(
    /^2026-03-12T12:00:00\.000Z,'=Mira,Empty \d+,gpt-5,api\.example\.com,refused,project_cap_reached,/,
  )
  expect(lines[1]).toContain(`,100,20,0.000000,${person.userId},${projectId},${cycleId},${refused},no`)
  expect(lines).toHaveLength(5)
  expect(await actionsOf(at)).toContain('model_call.export success')
})

test('400 for months in the wrong order or of no calendar', async () => {
  const at = await scene(server)
  const reversed = { query: { from: '2026-03', to: '2026-02' } }
  for (const operation of [getModelUsage, listModelCalls, exportModelCalls]) {
    expectError(await unchanged(server, () => at.member.call(operation, reversed)), 400, 'months_reversed')
    expectError(await at.member.call(operation, { query: { from: '2026-13' } }), 400, 'invalid_request')
  }
})

test('a key that names projects sees only their calls, and other workspaces see none', async () => {
  const { at, projectId } = await world()
  const other = await scene(server)
  const narrow = await at.join('owner', { projectIds: [projectId] })
  const rowsOf = async (caller: typeof narrow.caller) => (await caller.call(getModelUsage, march)).body.rows
  expect(await rowsOf(narrow.caller)).toMatchObject([{ projectId, calls: 2 }])
  expect(await rowsOf(other.owner)).toEqual([])
  const daysOf = async (caller: typeof narrow.caller) => (await caller.call(getModelUsage, byDay)).body.rows
  expect(await daysOf(narrow.caller)).toMatchObject([
    { day: '2026-03-10', calls: 1 },
    { day: '2026-03-11', calls: 1 },
    { day: '2026-03-12', refusedCalls: 1 },
  ])
  expect(await daysOf(other.owner)).toEqual([])
  expect((await narrow.caller.call(listModelCalls, march)).body).toHaveLength(3)
  expect((await other.owner.call(listModelCalls, march)).body).toEqual([])
  // An export is of the workspace, and not for a key that names projects.
  expectError(await narrow.caller.call(exportModelCalls, march), 403, 'forbidden')
})
