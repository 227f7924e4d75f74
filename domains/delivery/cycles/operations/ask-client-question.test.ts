import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { fileBlock, library, runCycle, mergeProse } from '../../../../testing/delivery.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { requestIn } from '../../../../testing/runs/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { archiveProject } from '../../../code/projects/contract.ts'
import { getProjectFileContent } from '../../repository-reads/contract.ts'
import { listCycleMessages } from '../../conversation/contract.ts'
import { askClientQuestion } from '../contract.ts'
import {
  cancelPendingRequest,
  getPendingRequest,
  listCyclePendingRequests,
  listPendingRequests,
  resolvePendingRequest,
} from '../../requests/contract.ts'

const server = await testServer()
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  await at.grant(projectId, at.clientId, 'steer')
  const cycleId = await cycleIn(server, at, projectId)
  const body = { cycleId, title: 'Opening hours', question: 'Which days are you closed?' }
  return { at, projectId, cycleId, input: { body } }
}
const asked = async () => {
  const made = await world()
  const { status, body } = await made.at.member.call(askClientQuestion, made.input)
  expect(status).toBe(201)
  return { ...made, id: body.id as string, request: body }
}

test('201 with a question that blocks nothing, its audit row and its event; type and actor are the server’s', async () => {
  const { at, projectId, cycleId, input, id, request } = await asked()
  expect(request).toEqual({
    id,
    projectId,
    cycleId,
    taskId: null,
    taskTitle: null,
    runId: null,
    commitSha: null,
    reasons: [],
    requestType: 'question',
    requiredActor: 'client',
    blocking: false,
    status: 'pending',
    title: 'Opening hours',
    question: 'Which days are you closed?',
    createdAt: expect.any(String),
    decidedAt: null,
    decidedBy: null,
    decision: null,
    feedback: null,
  })
  expect(await auditOf(server, at.workspace, id)).toMatchObject([
    { action: 'pending_request.ask', outcome: 'success', details: { projectId, requiredActor: 'client' } },
  ])
  expect(await at.eventNames(id)).toEqual(['pending_request.created'])
  for (const fixed of [{ requiredActor: 'agency' }, { requestType: 'approval' }, { blocking: true }])
    expectError(await at.owner.call(askClientQuestion, { body: { ...input.body, ...fixed } }), 400, 'invalid_request')
})

test('403 for a client, 404 for a cycle that is not there, 400 for what does not fit, 409 when archived', async () => {
  const { at, projectId, input } = await world()
  const refused = await unchanged(server, () => at.client.call(askClientQuestion, input))
  expectError(refused, 403, 'forbidden')
  for (const cycleId of [uuidv7(), 'nonsense', (await world()).cycleId]) {
    const lost = { body: { ...input.body, cycleId } }
    expectError(await unchanged(server, () => at.owner.call(askClientQuestion, lost)), 404, 'not_found')
  }
  for (const wrong of [
    { title: '' },
    { title: 'a\u202eb' },
    { title: 'x'.repeat(201) },
    { question: 'x'.repeat(5_001) },
    { cycleId: '' },
  ])
    expectError(await at.owner.call(askClientQuestion, { body: { ...input.body, ...wrong } }), 400, 'invalid_request')
  expect((await at.owner.call(archiveProject, { id: projectId })).status).toBe(200)
  expectError(await at.owner.call(askClientQuestion, input), 409, 'project_archived')
})

test.runIf(isLong)(
  'clients who may steer read and answer it under their own name, by the portal as well; no other client does',
  async () => {
    const { at, id, projectId, cycleId } = await asked()
    const viewer = await at.join('client')
    await at.grant(projectId, viewer.userId, 'view')
    const stranger = await at.join('client')
    await at.grant(await emptyProject(at.owner), stranger.userId, 'steer')
    const body = { status: 'approved', decision: 'On Mondays.' }
    for (const { caller } of [viewer, stranger]) {
      expectError(await unchanged(server, () => caller.call(resolvePendingRequest, { id, body })), 404, 'not_found')
      expect((await caller.call(getPendingRequest, { id })).status).toBe(404)
      expect((await caller.call(listPendingRequests)).body).toEqual([])
    }
    expectError(await at.client.call(cancelPendingRequest, { id }), 404, 'not_found')
    const portal = { headers: { 'x-client-portal': at.workspace } }
    const session = await at.signIn(at.clientId)
    expect((await session.call(listPendingRequests, portal)).body).toMatchObject([{ id, status: 'pending' }])
    const answered = await session.call(resolvePendingRequest, {
      id,
      ...portal,
      body: { ...body, decidedBy: 'The owner' },
    })
    expect(answered).toMatchObject({ status: 200, body: { decision: 'On Mondays.', decidedBy: 'client' } })
    expect((await at.owner.call(listCycleMessages, { id: cycleId })).body).toMatchObject([
      {
        authorId: at.clientId,
        authorSide: 'client',
        drives: true,
        givenAt: null,
        content: 'Question: Opening hours\nWhich days are you closed?\n\nAnswer:\nOn Mondays.',
      },
    ])
  },
)

test('a client reads nothing of the work behind a request that is theirs to decide', async () => {
  const { at, projectId, cycleId } = await world()
  const reasons = [{ code: 'assertion_removed', message: 'internal-reason', path: 'billing/fraud.ts', line: 3 }]
  const given = { requiredActor: 'client', reasons, commitSha: 'c'.repeat(40), runId: uuidv7(), cycleId } as const
  const id = await requestIn(server, at, projectId, given)
  const replies = await Promise.all([
    at.client.call(getPendingRequest, { id }),
    at.client.call(listPendingRequests),
    at.client.call(listCyclePendingRequests, { id: cycleId }),
    at.client.call(resolvePendingRequest, { id, body: { status: 'denied' } }),
  ])
  for (const { status, body } of replies) {
    expect(status).toBe(200)
    const text = JSON.stringify(body)
    for (const secret of ['internal-reason', 'fraud.ts', given.commitSha, given.runId])
      expect(text).not.toContain(secret)
    expect(Array.isArray(body) ? body[0] : body).toMatchObject({ id, reasons: [], commitSha: null, runId: null })
  }
  expect((await at.owner.call(getPendingRequest, { id })).body).toMatchObject({ reasons, commitSha: given.commitSha })
})

test('one of twenty answers at once succeeds, and one is kept; a cancelled question keeps none', async () => {
  const { at, id, cycleId, input } = await asked()
  const body = (nth: number) => ({ status: nth % 2 ? 'approved' : 'denied', decision: `Answer ${nth}` })
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      (nth % 3 ? at.client : at.owner).call(resolvePendingRequest, { id, body: body(nth) }),
    ),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(400)])
  const { decision } = replies.find(({ status }) => status === 200)!.body as { decision: string }
  const kept = await at.rows('message')
  expect(kept).toHaveLength(1)
  expect(kept[0]!.content).toContain(decision)
  const { body: other } = await at.owner.call(askClientQuestion, input)
  expect((await at.owner.call(cancelPendingRequest, { id: other.id })).status).toBe(200)
  expect((await at.owner.call(listCycleMessages, { id: cycleId })).body).toHaveLength(1)
})

test.runIf(isLong)('the next run of the cycle works with the answer', async () => {
  const at = await scene(server)
  await mergeProse(at.owner)
  const { projectId } = await importProject(at.owner, await bundleOf(library))
  await at.grant(projectId, at.clientId, 'steer')
  const cycleId = await cycleIn(server, at, projectId)
  const question = { cycleId, title: 'Opening hours', question: 'Which days are you closed?' }
  const { id } = (await at.owner.call(askClientQuestion, { body: question })).body
  const decision = fileBlock('CLOSED.md', 'Mondays\n')
  expect((await at.client.call(resolvePendingRequest, { id, body: { status: 'approved', decision } })).status).toBe(200)
  expect((await runCycle(at.owner, cycleId)).cycle.status).toBe('completed')
  const { body } = await at.owner.call(getProjectFileContent, { id: projectId, query: { path: 'CLOSED.md' } })
  expect(body.content).toBe('Mondays\n')
  expect((await at.owner.call(listCycleMessages, { id: cycleId })).body).toMatchObject([
    { givenAt: expect.any(String) },
  ])
})
