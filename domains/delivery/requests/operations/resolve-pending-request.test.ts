import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { withoutRequestId } from '../../../../testing/caller.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { requestIn } from '../../../../testing/runs/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import type { NewRequest } from '../store.ts'
import { cancelPendingRequest, getPendingRequest, resolvePendingRequest } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async (given: Partial<NewRequest> = { requiredActor: 'client' }) => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const id = await requestIn(server, at, projectId, given)
  return { scene: at, projectId, input: { id, body: { status: 'approved' } as Record<string, unknown> } }
}

test.each(['approved', 'denied'])('200 with the request %s, its audit row and its event', async (status) => {
  const { scene: at, projectId, input } = await world({})
  const body = {
    status,
    decidedBy: ' The release manager ',
    decision: 'Seen on staging.',
    feedback: 'Shorter, please.',
  }
  const reply = await at.member.call(resolvePendingRequest, { ...input, body })
  expect(reply).toMatchObject({
    status: 200,
    body: { ...body, id: input.id, projectId, decidedBy: 'The release manager', decidedAt: expect.any(String) },
  })
  expect((await at.owner.call(getPendingRequest, { id: input.id })).body).toEqual(reply.body)
  expect(await auditOf(server, at.workspace, input.id)).toMatchObject([
    {
      action: 'pending_request.resolve',
      category: 'update',
      outcome: 'success',
      requestId: reply.headers.get('x-request-id'),
      details: { projectId, status, requiredActor: 'agency' },
    },
  ])
  expect(await at.eventNames(input.id)).toEqual(['pending_request.resolved'])
})

test('200 with the name of the caller by default, and no text if it is blank', async () => {
  const { scene: at, input } = await world({})
  const body = { status: 'denied', decidedBy: '  ', decision: '', feedback: '\n' }
  expect((await at.member.call(resolvePendingRequest, { ...input, body })).body).toMatchObject({
    decidedBy: 'member',
    decision: null,
    feedback: null,
  })
})

test('a client decides a client’s request under their own name, with any name in the body', async () => {
  const { scene: at, projectId, input } = await world()
  await at.grant(projectId, at.clientId, 'steer')
  const body = { status: 'approved', decidedBy: 'The owner of the agency' }
  expect(await at.client.call(resolvePendingRequest, { ...input, body })).toMatchObject({
    status: 200,
    body: { status: 'approved', decidedBy: 'client' },
  })
})

test('200 under X-Client-Portal for a client’s request', async () => {
  const { scene: at, projectId, input } = await world()
  await at.grant(projectId, at.clientId, 'steer')
  const session = await at.signIn(at.clientId)
  const reply = await session.call(resolvePendingRequest, { ...input, headers: { 'x-client-portal': at.workspace } })
  expect(reply).toMatchObject({ status: 200, body: { status: 'approved', decidedBy: 'client' } })
})

test('404, as for an unknown id, for a client on the agency’s requests', async () => {
  const { scene: at, projectId, input } = await world({})
  await at.grant(projectId, at.clientId, 'steer')
  const [agencys, unknown] = await unchanged(server, () =>
    Promise.all([input.id, uuidv7()].map((id) => at.client.call(resolvePendingRequest, { ...input, id }))),
  )
  expectError(agencys!, 404, 'not_found')
  expect(withoutRequestId(agencys!)).toEqual(withoutRequestId(unknown!))
})

test.each([
  ['resolve', resolvePendingRequest],
  ['cancel', cancelPendingRequest],
])('400 for a %s of a request that is approved, denied or cancelled', async (_name, operation) => {
  const { scene: at, input } = await world({})
  const first = { approved: resolvePendingRequest, denied: resolvePendingRequest, cancelled: cancelPendingRequest }
  for (const [status, decide] of Object.entries(first)) {
    const id = await requestIn(server, at, await emptyProject(at.owner))
    const body = decide === resolvePendingRequest ? { body: { status } } : {}
    expect((await at.owner.call(decide, { id, ...body })).body).toMatchObject({ status })
    const again = operation === resolvePendingRequest ? input : {}
    const reply = await unchanged(server, () => at.owner.call(operation, { ...again, id }))
    expectError(reply, 400, 'request_not_pending')
  }
})

test('400 for a request whose run does not wait; a cancel closes it', async () => {
  const { scene: at, input } = await world({ blocking: true, runId: uuidv7() })
  const reply = await unchanged(server, () => at.owner.call(resolvePendingRequest, input))
  expectError(reply, 400, 'request_not_pending')
  expect(await at.owner.call(cancelPendingRequest, { id: input.id })).toMatchObject({
    status: 200,
    body: { status: 'cancelled' },
  })
})

test.each([
  ['status', 'cancelled', 'enum'],
  ['status', undefined, 'required'],
  ['decidedBy', 'x'.repeat(201), 'maxLength'],
  ['decision', 'x'.repeat(5_001), 'maxLength'],
  ['feedback', 'x'.repeat(5_001), 'maxLength'],
])('400 where %s is %.20s', async (path, value, rule) => {
  const { scene: at, input } = await world({})
  const body = { ...input.body, [path]: value }
  const reply = await unchanged(server, () => at.owner.call(resolvePendingRequest, { ...input, body }))
  expectError(reply, 400, 'invalid_request', [{ path, message: expect.any(String) as string, rule }])
})

test('200 for texts of the greatest length', async () => {
  const { scene: at, input } = await world({})
  const name = 'é'.repeat(200)
  const text = '🦉'.repeat(5_000)
  const body = { ...input.body, decidedBy: name, decision: text, feedback: text }
  expect((await at.owner.call(resolvePendingRequest, { ...input, body })).body).toMatchObject(body)
})

test('400 for all but one of fifty callers who decide at once', async () => {
  const { scene: at, input } = await world({})
  const calls = Array.from({ length: 50 }, (_, index) =>
    index % 5 === 0
      ? at.owner.call(cancelPendingRequest, { id: input.id })
      : at.owner.call(resolvePendingRequest, { ...input, body: { status: index % 2 ? 'approved' : 'denied' } }),
  )
  const replies = await Promise.all(calls)
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(400)])
  const winner = replies.find(({ status }) => status === 200)!
  expect((await at.owner.call(getPendingRequest, { id: input.id })).body).toEqual(winner.body)
  expect(await at.auditActions(input.id)).toHaveLength(1)
})
