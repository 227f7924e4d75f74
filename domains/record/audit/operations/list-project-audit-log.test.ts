import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { writeAudit } from '../../../../testing/audit/audit-rows.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { deleteProject } from '../../../code/projects/contract.ts'
import { listProjectAuditLog } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  return { scene: at, projectId, input: { projectId } }
}
const positions = async ({ owner }: Scene, projectId: string, query: Record<string, unknown> = {}) => {
  const { status, body } = await owner.call(listProjectAuditLog, { projectId, query })
  expect(status).toBe(200)
  return (body.rows as { position: number }[]).map(({ position }) => position)
}

test('200 for a deleted project, with the row of its deletion', async () => {
  const { scene: at, projectId } = await world()
  await at.owner.call(deleteProject, { id: projectId })
  const { status, body } = await at.owner.call(listProjectAuditLog, { projectId })
  expect(status).toBe(200)
  expect((body.rows as { action: string }[]).map(({ action }) => action)).toEqual(['project.delete', 'project.create'])
})

test('404 for a key that names other projects', async () => {
  const { scene: at, projectId } = await world()
  const { caller } = await at.join('owner', { projectIds: [uuidv7()] })
  expectError(await unchanged(server, () => caller.call(listProjectAuditLog, { projectId })), 404, 'not_found')
})

test('404 is the same for a neighbour’s project, an unknown and a malformed id', async () => {
  const [{ scene: at }, neighbour] = await Promise.all([world(), world()])
  const bodies = new Set<string>()
  for (const projectId of [neighbour.projectId, uuidv7(), 'nonsense', '%00', 'x'.repeat(3_000)]) {
    const reply = await unchanged(server, () => at.owner.call(listProjectAuditLog, { projectId }))
    expectError(reply, 404, 'not_found')
    bodies.add(JSON.stringify({ ...reply.body, requestId: undefined }))
  }
  expect(bodies.size).toBe(1)
})

test('403 for a member and a client, for any id', async () => {
  const { scene: at, projectId } = await world()
  await at.grant(projectId, at.clientId, 'steer')
  for (const caller of [at.member, at.client])
    for (const id of [projectId, uuidv7()])
      expectError(await unchanged(server, () => caller.call(listProjectAuditLog, { projectId: id })), 403, 'forbidden')
})

test('200 for rows with the project as resource, parent or metadata, once each, newest first', async () => {
  const { scene: at, projectId } = await world()
  const other = uuidv7()
  await writeAudit(
    server,
    at,
    { resource: ['task', projectId] },
    { resource: ['cycle', other], parent: ['project', projectId] },
    { resource: ['task', other], details: { projectId } },
    { resource: ['project', projectId], parent: ['project', projectId], details: { projectId } },
    { resource: ['project', other], details: { projectId: other } },
    { parent: ['cycle', projectId], details: { projectId: [projectId] } },
  )
  expect(await positions(at, projectId)).toEqual([5, 4, 3, 1])
  expect(await positions(at, projectId.toUpperCase())).toEqual([5, 4, 3, 1])
})

test('200 filters only by action and kind of actor; an unknown action is ignored', async () => {
  const { scene: at, projectId } = await world()
  await writeAudit(
    server,
    at,
    { resource: ['project', projectId], action: 'project.purge' },
    { resource: ['project', projectId], actor: { type: 'agent', id: 'run' }, outcome: 'failure' },
  )
  expect(await positions(at, projectId, { action: 'project.purge' })).toEqual([2])
  expect(await positions(at, projectId, { actorType: 'agent' })).toEqual([3])
  expect(await positions(at, projectId, { actorType: 'agent', action: 'project.purge' })).toEqual([])
  expect(await positions(at, projectId, { action: 'nonsense' })).toEqual([3, 2, 1])
  expect(await positions(at, projectId, { outcome: 'failure', source: 'nonsense', from: '2100-01-01' })).toEqual([
    3, 2, 1,
  ])
})

test('200 returns every row once, page by page', async () => {
  const { scene: at, projectId } = await world()
  await writeAudit(
    server,
    at,
    ...Array.from(
      { length: 20 },
      (_none, nth) =>
        [{ resource: ['project', projectId] }, { parent: ['project', projectId] }, { details: { projectId } }][
          nth % 3
        ] as object,
    ),
  )
  await asOwner(server, `update audit_row set occurred_at = '2026-03-04T10:00:00Z' where workspace_id = $1`, [
    at.workspace,
  ])
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const { body } = await at.owner.call(listProjectAuditLog, {
      projectId,
      query: { limit: 4, ...(cursor && { cursor }) },
    })
    seen.push(...(body.rows as { position: number }[]).map(({ position }) => position))
    cursor = body.nextCursor as string | null
  } while (cursor)
  expect(seen).toEqual(Array.from({ length: 21 }, (_none, nth) => 21 - nth))
})

test('200 for a key that names the project, although it cannot read the log of the workspace', async () => {
  const { scene: at, projectId } = await world()
  const { caller } = await at.join('admin', { projectIds: [projectId] })
  expect((await caller.call(listProjectAuditLog, { projectId })).status).toBe(200)
})

test('400 for a cursor of another list and for an unknown kind of actor', async () => {
  const { scene: at, projectId } = await world()
  for (const query of [{ cursor: 'nonsense' }, { actorType: 'robot' }])
    expectError(
      await unchanged(server, () => at.owner.call(listProjectAuditLog, { projectId, query })),
      400,
      'invalid_request',
    )
})
