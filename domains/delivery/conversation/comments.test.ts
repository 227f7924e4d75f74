import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { cycleIn, emptyProject, taskIn } from '../../../testing/cycles.ts'
import { unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { exportPerson } from '../../accounts/people/contract/own-data.ts'
import { deleteProject } from '../../code/projects/contract.ts'
import { purgeProjects } from '../../code/projects/jobs/purge-projects.ts'
import { addTaskComment, listTaskComments } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  const { id } = await taskIn(server, at, { projectId, cycleId })
  return { scene: at, projectId, cycleId, id }
}

test('201 for the agency and for a client who may view, listed oldest first, page by page', async () => {
  const { scene: at, projectId, cycleId, id } = await world()
  await at.grant(projectId, at.clientId, 'view')
  const first = await at.owner.call(addTaskComment, { id, body: { body: 'Use tabs.' } })
  expect(first).toMatchObject({ status: 201, body: { authorSide: 'agency', authorName: 'owner', body: 'Use tabs.' } })
  const second = await at.client.call(addTaskComment, { id, body: { body: 'And <b>blue</b>\u202e, please.' } })
  expect(second.body).toEqual({
    id: expect.any(String),
    taskId: id,
    cycleId,
    projectId,
    body: 'And <b>blue</b>\u202e, please.',
    authorId: at.clientId,
    authorName: 'client',
    authorSide: 'client',
    createdAt: expect.any(String),
  })
  expect((await at.client.call(listTaskComments, { id })).body).toEqual([first.body, second.body])
  const newest = await at.owner.call(listTaskComments, { id, query: { limit: 1 } })
  const link = /^<(.*)>; rel="prev"$/.exec(newest.headers.get('link')!)![1]!
  const query = Object.fromEntries(new URL(link, server.baseUrl).searchParams)
  const oldest = await at.owner.call(listTaskComments, { id, query })
  expect([newest.body, oldest.body]).toEqual([[second.body], [first.body]])
  const commentId = second.body.id as string
  expect([await at.auditActions(commentId), await at.eventNames(commentId)]).toEqual([
    ['task.comment'],
    ['task.commented'],
  ])
  expect(JSON.stringify([await at.rows('audit_row'), await at.rows('activity_event')])).not.toContain('Use tabs')
})

test('201 with the stored comment if a messageId comes again, and 409 for other words or another place', async () => {
  const { scene: at, projectId, cycleId, id } = await world()
  const messageId = uuidv7()
  const body = { body: 'Once.', messageId }
  const replies = await Promise.all([1, 2, 3, 4].map(() => at.owner.call(addTaskComment, { id, body })))
  expect(replies.map(({ status, body: { id: said } }) => [status, said])).toEqual(replies.map(() => [201, messageId]))
  const again = await at.owner.call(addTaskComment, { id, body: { ...body, messageId: messageId.toUpperCase() } })
  expect([again.status, again.body]).toEqual([201, replies[0]!.body])
  expect(await at.eventNames(messageId)).toEqual(['task.commented'])
  const { id: other } = await taskIn(server, at, { projectId, cycleId }, 'queued', 2)
  const refused = { status: 409, body: { code: 'message_id_taken' } }
  expect(await at.member.call(addTaskComment, { id, body })).toMatchObject({ status: 201, body: { id: messageId } })
  for (const [task, caller, words] of [
    [id, at.owner, 'Twice.'],
    [other, at.owner, 'Once.'],
  ] as const) {
    const input = { id: task, body: { body: words, messageId } }
    expect(await unchanged(server, () => caller.call(addTaskComment, input))).toMatchObject(refused)
  }
  const neighbour = await world()
  expect((await neighbour.scene.owner.call(addTaskComment, { id: neighbour.id, body })).status).toBe(201)
})

test('400 for texts that are empty or too long, 413 for more, 404 for an invisible cycle', async () => {
  const [{ scene: at, id }, neighbour] = await Promise.all([world(), world()])
  const say = (task: string, body: string, caller = at.owner) =>
    unchanged(server, () => caller.call(addTaskComment, { id: task, body: { body } }))
  expect(await say(id, '')).toMatchObject({ status: 400, body: { fields: [{ path: 'body' }] } })
  expect(await say(id, 'x'.repeat(10_001))).toMatchObject({ status: 400, body: { fields: [{ path: 'body' }] } })
  expect(await say(id, 'x'.repeat(2 ** 20))).toMatchObject({ status: 413 })
  expect((await at.owner.call(addTaskComment, { id, body: { body: 'x'.repeat(10_000) } })).status).toBe(201)
  for (const unseen of [neighbour.id, uuidv7()]) expect(await say(unseen, 'Hello')).toMatchObject({ status: 404 })
  expect(await say(id, 'Hello', at.client)).toMatchObject({ status: 404 })
  expect(await at.client.call(listTaskComments, { id })).toMatchObject({ status: 404 })
})

test('an export has the person’s comments, and a purged project keeps nothing of it', async () => {
  const { scene: at, projectId, id } = await world()
  const { userId } = await at.join('member')
  const session = await at.signIn(userId)
  await session.call(addTaskComment, { id, body: { body: 'Mine.' } })
  await at.owner.call(addTaskComment, { id, body: { body: 'Theirs.' } })
  const exported = JSON.parse(await (await session.open(exportPerson)).text()) as {
    workspaces: { messages: object[] }[]
  }
  expect(exported.workspaces[0]!.messages).toMatchObject([{ projectId, taskId: id, content: 'Mine.' }])
  await at.owner.call(deleteProject, { id: projectId })
  expect(await at.rows('message')).toHaveLength(2)
  await asOwner(server, `update project set deleted_at = now() - interval '31 days' where id = $1`, [projectId])
  await purgeProjects(server.parts, scheduledContext)
  expect(await at.rows('message')).toEqual([])
})
