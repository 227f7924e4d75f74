import { expect, test } from 'vitest'
import { endOf, fileBlock, library, propose } from '../../../testing/delivery.ts'
import { leftovers } from '../../../testing/runner/leftovers.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { requestOf, waitingForApproval } from '../../../testing/runs/requests.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deleteProject, setWorkspacePolicies, updateProject } from '../../code/projects/contract.ts'
import { executeCycle, getCycleRunDiagnostics } from '../runs/contract.ts'
import { getCycle, getCycleTimeline, listCycleEvents, stopCycle, streamCycle } from '../cycles/contract.ts'
import { getTaskReviewEvidence } from '../review/contract.ts'
import {
  listCyclePendingRequests,
  listPendingRequests,
  resolvePendingRequest,
  cancelPendingRequest,
} from './contract.ts'
import { keepDeadlines } from './jobs/keep-deadlines.ts'
import { isLong, isSoak } from '../../../testing/soak.ts'

const server = await testServer()

const waiting = (given?: Parameters<typeof waitingForApproval>[1]) => waitingForApproval(server, given)
const taskOf = async ({ owner, id }: Awaited<ReturnType<typeof waiting>>) =>
  (await owner.call(getCycle, { id })).body.tasks[0]

test('a run that waits for an approval is only rows, and the approval merges the change in question', async () => {
  const made = await waiting()
  const { at, owner, projectId, id, request } = made
  const { body } = await owner.call(getCycle, { id })
  const [task] = body.tasks
  expect([body.cycle.status, task.status]).toEqual(['blocked', 'blocked'])
  expect(request).toMatchObject({
    projectId,
    cycleId: id,
    taskId: task.id,
    runId: expect.any(String),
    commitSha: task.headSha,
    requestType: 'approval',
    requiredActor: 'agency',
    blocking: true,
    status: 'pending',
    title: 'Merge “A change”?',
    taskTitle: 'A change',
    reasons: [{ code: 'approval_required', message: 'The project asks for an approval of every change.' }],
    decidedAt: null,
    decidedBy: null,
    decision: null,
    feedback: null,
  })
  expect((await owner.call(getTaskReviewEvidence, { id: task.id })).body.verdict.approved).toBe(false)
  expect((await owner.call(getCycleRunDiagnostics, { id })).body).toMatchObject({
    status: 'active',
    engineStatus: 'parked: person',
    parked: [{ kind: 'person', labels: ['decided'], taskId: task.id, details: { requestId: request.id } }],
    steps: [
      { name: 'advance', status: 'parked' },
      { name: 'apply-decision', status: 'parked', taskId: task.id },
      { name: 'review-task' },
      {},
      {},
      {},
      {},
      {},
    ],
  })
  expect(
    await asOwner(server, 'select from queue.job where run_id = any($1)', [[body.cycle.runId, request.runId]]),
  ).toEqual([])
  expect((await at.rows('sandbox_slot')).length).toBe(0)
  const reply = await owner.call(resolvePendingRequest, { id: request.id, body: { status: 'approved' } })
  expect(reply).toMatchObject({
    status: 200,
    body: { ...request, status: 'approved', decidedAt: expect.any(String), decidedBy: 'owner' },
  })
  const { cycle, tasks } = await endOf(owner, id)
  expect(cycle).toMatchObject({ status: 'completed', failure: null, mergedSha: expect.any(String) })
  expect(tasks[0]).toMatchObject({ status: 'done', headSha: request.commitSha })
  expect((await owner.call(getTaskReviewEvidence, { id: tasks[0].id })).body.verdict).toMatchObject({
    approved: true,
    outcome: 'checked',
    provedBy: [],
    reasons: [expect.stringContaining('same result')],
    account: { parts: 1, unseen: 1 },
    findings: [{ kind: 'hunk_not_shown', level: 'note', path: 'a.txt' }],
  })
  expect(await at.eventNames(request.id)).toEqual(['pending_request.created', 'pending_request.resolved'])
  expect(await at.auditActions(request.id)).toEqual(['pending_request.create', 'pending_request.resolve'])
  expect(await leftovers(server)).toEqual({})
})

test.runIf(isLong)('a denial with feedback sends the change back, and the rework is asked about again', async () => {
  const made = await waiting()
  const { owner, id, request } = made
  const feedback = fileBlock('b.txt', 'as it was asked\n')
  await owner.call(resolvePendingRequest, { id: request.id, body: { status: 'denied', feedback } })
  const second = await requestOf(owner, id)
  expect(second.commitSha).not.toBe(request.commitSha)
  expect((await taskOf(made)).headSha).toBe(second.commitSha)
  const last = await owner.call(resolvePendingRequest, {
    id: second.id,
    body: { status: 'denied', feedback: 'Still not.' },
  })
  expect(last.status).toBe(200)
  const { cycle, tasks } = await endOf(owner, id)
  expect(cycle).toMatchObject({
    status: 'failed',
    mergedSha: null,
    failure: { code: 'denied', step: 'review-task', message: 'The change was denied. Still not.' },
  })
  expect(tasks).toMatchObject([{ status: 'failed', failure: { code: 'denied' } }])
  expect(await leftovers(server)).toEqual({})
})

test.runIf(isLong)('a request that expires fails its cycle with the reason, and the project continues', async () => {
  const { owner, projectId, id, request } = await waiting()
  await owner.call(updateProject, { id: projectId, body: { runtime: { approval: { expireAfterHours: 1 } } } })
  const text = `update pending_request set created_at = now() - interval '2 hours' where id = $1`
  await asOwner(server, text, [request.id])
  await keepDeadlines(server.parts, scheduledContext)
  const message =
    'The request to merge the change was cancelled. Nobody decided within an hour, which is as long as the project lets a request wait.'
  expect((await endOf(owner, id)).cycle).toMatchObject({ status: 'failed', failure: { code: 'denied', message } })
  expect(await leftovers(server)).toEqual({})
})

test('a stop ends a waiting run at once, and no decision on it follows', async () => {
  const { at, owner, id, request } = await waiting()
  expect((await owner.call(stopCycle, { id })).status).toBe(200)
  expect(await owner.call(resolvePendingRequest, { id: request.id, body: { status: 'approved' } })).toMatchObject({
    status: 400,
    body: { code: 'request_not_pending' },
  })
  expect((await endOf(owner, id)).cycle).toMatchObject({ status: 'stopped', mergedSha: null })
  expect((await owner.call(listPendingRequests)).body).toMatchObject([
    { id: request.id, status: 'cancelled', decision: 'The run was stopped.', decidedBy: 'owner' },
  ])
  expect(await at.eventNames(request.id)).toEqual(['pending_request.created', 'pending_request.cancelled'])
  expect(await leftovers(server)).toEqual({})
})

test.runIf(isSoak)('a deleted project takes its waiting run and its requests along', async () => {
  const { at, owner, projectId, request } = await waiting()
  expect((await owner.call(deleteProject, { id: projectId })).status).toBe(200)
  expect((await owner.call(resolvePendingRequest, { id: request.id, body: { status: 'approved' } })).status).toBe(404)
  expect((await owner.call(listPendingRequests)).body).toEqual([])
  expect(await at.rows('pending_request')).toMatchObject([
    { status: 'cancelled', decision: 'The project was deleted.' },
  ])
  await expect.poll(() => at.rows('run_parked')).toEqual([])
})

test('a denial without feedback fails the cycle: its client reads nothing of the question to the agency, and the person who started the run is notified', async () => {
  const { at, owner, projectId, id, request } = await waiting()
  await at.grant(projectId, at.clientId, 'steer')
  const ownerId = (await at.rows('membership')).find(({ role }) => role === 'owner')!.user_id
  const lettersOf = async (kind: string) => (await at.rows('letter')).filter((one) => one.kind === kind)
  expect((await lettersOf('request')).map(({ subject_id: about }) => about)).toEqual([request.id, request.id])
  const body = { status: 'denied', decision: 'Too costly.', feedback: '  ' } as const
  expect((await at.member.call(resolvePendingRequest, { id: request.id, body })).status).toBe(200)
  const failure = { code: 'denied', message: 'The change was denied. Too costly.' }
  expect((await endOf(owner, id)).cycle).toMatchObject({ status: 'failed', failure })
  expect(await lettersOf('failed_run')).toMatchObject([{ user_id: ownerId, subject_id: id, needs: 'view' }])
  const stream = await (await at.client.open(streamCycle, { id })).text()
  const texts = [
    stream,
    ...(await Promise.all(
      [getCycle, getCycleTimeline, listCycleEvents, listCyclePendingRequests].map(async (operation) =>
        JSON.stringify((await at.client.call(operation, { id })).body),
      ),
    )),
    JSON.stringify((await at.client.call(listPendingRequests)).body),
  ]
  expect(stream).toContain('cycle.blocked')
  for (const text of texts) expect(text).not.toMatch(/pending_request|Too costly/)
  for (const text of texts) expect(text).not.toContain(request.id)
  expect(JSON.stringify((await owner.call(getCycleTimeline, { id })).body)).toContain('pending_request.resolved')
})

test.runIf(isSoak)(
  'a workspace’s policy holds the change of a project without its own, and lets it pass once the policy is removed',
  async () => {
    const at = await scene(server)
    const { projectId } = await importProject(at.owner, await bundleOf(library))
    const set = async (body: object) => expect((await at.owner.call(setWorkspacePolicies, { body })).status).toBe(200)
    const id = await propose(at.owner, projectId, fileBlock('A.md', 'x\n'))
    await set({ requiresApproval: true })
    expect((await at.owner.call(executeCycle, { id })).status).toBe(200)
    const request = await requestOf(at.owner, id)
    expect(request.reasons).toEqual([
      { code: 'approval_required', message: 'The workspace asks for an approval of every change.' },
    ])
    // The run is at work again with the rework, without a new question.
    await set({})
    const feedback = fileBlock('B.md', 'as it was asked\n')
    await at.owner.call(resolvePendingRequest, { id: request.id, body: { status: 'denied', feedback } })
    const { cycle } = await endOf(at.owner, id)
    expect(cycle).toMatchObject({ status: 'completed', failure: null, mergedSha: expect.any(String) })
    expect(await at.rows('pending_request')).toHaveLength(1)
  },
)

test.runIf(isSoak)('a cancelled request fails the cycle, and the project continues', async () => {
  const { at, owner, projectId, id, request } = await waiting()
  expect((await owner.call(cancelPendingRequest, { id: request.id })).status).toBe(200)
  const { cycle } = await endOf(owner, id)
  const message = 'The request to merge the change was cancelled.'
  expect(cycle).toMatchObject({ status: 'failed', failure: { code: 'denied', message } })
  // The person who started the run rejected it.
  expect((await at.rows('letter')).filter(({ kind }) => kind === 'failed_run')).toEqual([])
  await owner.call(updateProject, { id: projectId, body: { requiresApproval: false } })
  expect((await owner.call(executeCycle, { id })).status).toBe(200)
  expect((await endOf(owner, id)).cycle.status).toBe('completed')
})

test.runIf(isSoak)('only one of a hundred decisions at once succeeds, and the run continues by it once', async () => {
  const { at, owner, id, request } = await waiting({ maxRevisions: 0 })
  const calls = Array.from({ length: 100 }, (_, index) =>
    index % 3 === 0
      ? owner.call(cancelPendingRequest, { id: request.id })
      : owner.call(resolvePendingRequest, {
          id: request.id,
          body: { status: index % 3 === 1 ? 'approved' : 'denied' },
        }),
  )
  const replies = await Promise.all(calls)
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(99).fill(400)])
  const { status } = replies.find((reply) => reply.status === 200)!.body as { status: string }
  expect((await endOf(owner, id)).cycle.status).toBe(status === 'approved' ? 'completed' : 'failed')
  const steps = (await at.rows('run_step')).filter(({ name }) => name === 'apply-decision')
  expect(steps).toMatchObject([{ status: 'done', attempt: 1 }])
  expect(await leftovers(server)).toEqual({})
})

test.runIf(isSoak)('a decision and a stop at once leave one of the two ends, whole', async () => {
  const rounds = 4
  const ends: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { owner, id, request } = await waiting()
    const deciding = () => owner.call(resolvePendingRequest, { id: request.id, body: { status: 'approved' } })
    const stopping = () => owner.call(stopCycle, { id })
    const [first, second] = round % 2 ? [deciding, stopping] : [stopping, deciding]
    const replies = await Promise.all([first(), second()])
    for (const { status } of replies) expect([200, 400, 409]).toContain(status)
    expect(replies.map(({ status }) => status)).toContain(200)
    const { cycle, tasks } = await endOf(owner, id)
    expect(['stopped', 'completed']).toContain(cycle.status)
    expect(tasks[0].status).toBe(cycle.status === 'completed' ? 'done' : 'failed')
    ends.push(cycle.status as string)
  }
  expect(ends).toHaveLength(rounds)
  expect(await leftovers(server)).toEqual({})
})
