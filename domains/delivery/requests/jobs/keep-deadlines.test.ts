import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { requestIn } from '../../../../testing/runs/requests.ts'
import { scheduledContext } from '../../../../testing/jobs/scheduled.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { archiveProject, updateProject } from '../../../code/projects/contract.ts'
import { getPendingRequest, resolvePendingRequest } from '../contract.ts'
import { keepDeadlines } from './keep-deadlines.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const keep = () => keepDeadlines(server.parts, scheduledContext)

const world = async (approval?: object) => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const setPolicy = async (policy: object) => {
    const reply = await at.owner.call(updateProject, { id: projectId, body: { runtime: { approval: policy } } })
    expect(reply.status).toBe(200)
  }
  if (approval) await setPolicy(approval)
  const asked = async (hoursAgo: number) => {
    const id = await requestIn(server, at, projectId)
    const text = 'update pending_request set created_at = now() - make_interval(hours => $2) where id = $1'
    await asOwner(server, text, [id, hoursAgo])
    return id
  }
  const statusOf = async (id: string) => (await at.owner.call(getPendingRequest, { id })).body
  return { at, projectId, setPolicy, asked, statusOf }
}

test('a request ends as cancelled when its time is over, once, with its reason, audit row and event', async () => {
  const { at, asked, statusOf } = await world({ expireAfterHours: 48 })
  const old = await asked(49)
  const fresh = await asked(47)
  await Promise.all(Array.from({ length: 5 }, keep))
  expect(await statusOf(old)).toMatchObject({
    status: 'cancelled',
    decidedBy: null,
    feedback: null,
    decision: 'Nobody decided within 48 hours, which is as long as the project lets a request wait.',
  })
  expect(await statusOf(fresh)).toMatchObject({ status: 'pending' })
  expect(await auditOf(server, at.workspace, old)).toMatchObject([
    { action: 'pending_request.expire', details: { hours: 48, status: 'cancelled' } },
  ])
  expect(await at.eventNames(old)).toEqual(['pending_request.cancelled'])
  const late = await at.owner.call(resolvePendingRequest, { id: old, body: { status: 'approved' } })
  expect(late).toMatchObject({ status: 400, body: { code: 'request_not_pending' } })
})

test('no request expires and sends reminders by default, by 0, or in an archived project; a change counts at once', async () => {
  const { at, projectId, setPolicy, asked, statusOf } = await world()
  const id = await asked(9_000)
  const expectNothing = async () => {
    await keep()
    expect(await statusOf(id)).toMatchObject({ status: 'pending' })
    expect(await at.rows('letter')).toEqual([])
  }
  await expectNothing()
  await setPolicy({ expireAfterHours: 0, remindEveryHours: 0 })
  await expectNothing()
  for (const wrong of [
    { expireAfterHours: -1 },
    { expireAfterHours: 8_761 },
    { remindEveryHours: 1.5 },
    { forever: 1 },
  ])
    expect(await at.owner.call(updateProject, { id: projectId, body: { runtime: { approval: wrong } } })).toMatchObject(
      { status: 400 },
    )
  const other = await world({ expireAfterHours: 1, remindEveryHours: 1 })
  const archived = await other.asked(5)
  expect((await other.at.owner.call(archiveProject, { id: other.projectId })).status).toBe(200)
  await expectNothing()
  expect(await other.statusOf(archived)).toMatchObject({ status: 'pending' })
  await setPolicy({ expireAfterHours: 8_760 })
  await keep()
  expect(await statusOf(id)).toMatchObject({ status: 'cancelled' })
})

test('people who can decide get reminders while a request waits, and none once it is decided', async () => {
  const { at, asked } = await world({ remindEveryHours: 24 })
  const id = await asked(25)
  const reminders = async () => (await at.rows('letter')).filter(({ reminds }) => reminds === true)
  await Promise.all(Array.from({ length: 5 }, keep))
  // The owner and the member.
  expect(await reminders()).toHaveLength(2)
  await keep()
  expect(await reminders()).toHaveLength(2)
  const aDayLater = `update pending_request set reminded_at = reminded_at - interval '25 hours' where id = $1`
  await asOwner(server, aDayLater, [id])
  await keep()
  expect(await reminders()).toHaveLength(4)
  await at.owner.call(resolvePendingRequest, { id, body: { status: 'denied' } })
  await asOwner(server, aDayLater, [id])
  await keep()
  expect(await reminders()).toHaveLength(4)
  expect((await reminders()).every(({ ended_at: ended }) => ended !== null)).toBe(true)
})
