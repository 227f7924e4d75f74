import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { executeCycle } from '../../../domains/delivery/runs/contract.ts'
import { createProject, deleteProject, getProject } from '../../../domains/code/projects/contract.ts'
import { refusalsOf, wholeChain } from '../../../testing/audit/audit-chain.ts'
import { callerOf } from '../../../testing/caller.ts'
import { cycleIn } from '../../../testing/cycles.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { settleRepeats } from '../../audit/index.ts'
import { commonErrors } from '../../contract/errors.ts'
import { Refusal } from '../../refusal/refusal.ts'
import { NoTurn } from '../../waiting/index.ts'
import { openRefusals } from './refusals.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { database } = server

const projectIn = async (caller: { call: ReturnType<typeof callerOf>['call'] }) =>
  (await caller.call(createProject, { body: {} })).body.id as string
const letMinutePass = (workspace: string) =>
  asOwner(server, `update audit_repeat set ends_at = now() - interval '1 s' where workspace_id = $1`, [workspace])

test('a refusal of the caller is on the chain at once, with principal, operation and request id', async () => {
  const world = await scene(server)
  const id = await projectIn(world.owner)
  const { caller, keyId, userId } = await world.join('owner', { scopes: ['read'] })
  const reply = await caller.call(deleteProject, {
    id,
    headers: { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` },
  })
  expect(reply.status).toBe(403)
  expect(await refusalsOf(server, world.workspace)).toMatchObject([
    {
      action: 'project.delete',
      category: 'delete',
      outcome: 'denied',
      severity: 'warning',
      source: 'api',
      actorType: 'api_key',
      actorId: keyId,
      resourceType: null,
      resourceId: null,
      requestId: reply.headers.get('x-request-id'),
      traceId: 'ab'.repeat(16),
      details: { operation: 'deleteProject', status: 403, code: 'forbidden', userId },
    },
  ])
})

test('a refusal on a resource names it and its project', async () => {
  const world = await scene(server)
  const projectId = await projectIn(world.owner)
  const id = await cycleIn(server, world, projectId)
  await world.grant(projectId, world.clientId, 'view')
  expect((await world.client.call(executeCycle, { id })).status).toBe(403)
  const [row] = await refusalsOf(server, world.workspace)
  expect(row).toMatchObject({ action: 'cycle.execute', resourceType: 'cycle', resourceId: id, details: { projectId } })
})

test('a 404 for a hidden resource and a malformed request are not recorded as refusals', async () => {
  const world = await scene(server)
  const id = await projectIn(world.owner)
  expect((await world.client.call(getProject, { id })).status).toBe(404)
  expect((await world.owner.call(getProject, { id: uuidv7() })).status).toBe(404)
  expect((await world.owner.call(createProject, { body: { name: 7 } })).status).toBe(400)
  expect(await refusalsOf(server, world.workspace)).toEqual([])
})

test('a declared error of an audited operation is recorded as a failure', async () => {
  const world = await scene(server)
  const body = { repos: [{ fullName: 'acme/shop' }] }
  await world.owner.call(createProject, { body })
  expect((await world.member.call(createProject, { body })).status).toBe(409)
  expect(await refusalsOf(server, world.workspace)).toMatchObject([
    {
      action: 'project.create',
      outcome: 'failure',
      severity: 'notice',
      details: { status: 409, code: 'repository_attached' },
    },
  ])
})

test('a hundred repeats within a minute are two rows, the second with their count', async () => {
  const world = await scene(server)
  const { caller } = await world.join('owner', { scopes: ['read'] })
  await Promise.all(Array.from({ length: 101 }, () => caller.call(createProject, { body: {} })))
  expect(await refusalsOf(server, world.workspace)).toHaveLength(1)
  await settleRepeats(database, world.workspace)
  expect(await refusalsOf(server, world.workspace)).toHaveLength(1)
  await letMinutePass(world.workspace)
  await Promise.all([settleRepeats(database, world.workspace), settleRepeats(database, world.workspace)])
  const [first, second, ...more] = await refusalsOf(server, world.workspace)
  expect(more).toEqual([])
  expect(first!.details).not.toHaveProperty('repeats')
  expect(second).toMatchObject({
    action: 'project.create',
    outcome: 'denied',
    requestId: null,
    details: { repeats: 100 },
  })
  expect(await world.rows('audit_repeat')).toEqual([])
})

test('a repeat after its minute writes the count of that minute and starts another', async () => {
  const world = await scene(server)
  const { caller } = await world.join('owner', { scopes: ['read'] })
  const deny = () => caller.call(createProject, { body: {} })
  await Promise.all([deny(), deny(), deny()])
  await letMinutePass(world.workspace)
  await Promise.all(Array.from({ length: 10 }, deny))
  const rows = await refusalsOf(server, world.workspace)
  expect(rows.map(({ details }) => details.repeats)).toEqual([undefined, 2, undefined])
  expect(await world.rows('audit_repeat')).toMatchObject([{ repeats: 9 }])
})

test('a refusal without repeats leaves no second row', async () => {
  const world = await scene(server)
  const { caller } = await world.join('owner', { scopes: ['read'] })
  await caller.call(createProject, { body: {} })
  await letMinutePass(world.workspace)
  await settleRepeats(database, world.workspace)
  expect(await refusalsOf(server, world.workspace)).toHaveLength(1)
  expect(await world.rows('audit_repeat')).toEqual([])
})

test('requests without a credential are on no chain', async () => {
  const [world, other] = await Promise.all([scene(server), scene(server)])
  const headers = { 'x-organization-id': world.workspace }
  expect((await other.owner.call(createProject, { body: {}, headers })).status).toBe(403)
  expect((await callerOf(server.baseUrl, undefined).call(createProject, { body: {}, headers })).status).toBe(401)
  expect(await wholeChain(server, world.workspace)).toEqual([])
  expect(await wholeChain(server, other.workspace)).toEqual([])
})

test('refusals that find no turn at the database are one warning, and no error in the log', async () => {
  const lines: unknown[][] = []
  const logger = Object.fromEntries(
    ['warn', 'error'].map((level) => [level, (...line: unknown[]) => lines.push([level, ...line])]),
  )
  const busy = { within: () => Promise.reject(new NoTurn('a workspace', true)) }
  const refusals = openRefusals({ database: busy, resources: {}, logger } as never)
  const caller = { workspaceId: uuidv7(), userId: uuidv7(), actor: { type: 'user', id: uuidv7() }, source: 'web' }
  const request = {
    caller,
    id: uuidv7(),
    query: {},
    params: {},
    routeOptions: { config: { operation: createProject } },
  }
  for (let nth = 0; nth < 9; nth += 1) await refusals.record(new Refusal(commonErrors.forbidden), request as never)
  expect(lines).toMatchObject([['warn', { repeated: 0 }, 'Too busy to write refusals to the audit log']])
})
