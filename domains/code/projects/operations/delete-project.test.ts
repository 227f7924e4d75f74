import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { downloadProjectRevisionBundle, getProjectRevisionHead } from '../../revisions/contract.ts'
import { createProject, deleteProject, getProject, listProjects, updateProject } from '../contract.ts'

const server = await testServer()

const shop = async () => {
  const world = await scene(server)
  const { body } = await world.owner.call(createProject, { body: { name: 'Shop' } })
  return { scene: world, input: { id: body.id as string } }
}

test.runIf(isLong)('200 hides the project from every operation', async () => {
  const world = await scene(server)
  const { projectId: id, revisionId } = await importProject(world.owner, await bundleOf({ 'a.txt': 'a' }))
  const { status, body } = await world.member.call(deleteProject, { id })
  expect([status, Object.keys(body as object)]).toEqual([200, ['message']])
  expect(body.message).toMatch(/^Project \d+ is deleted\. .*30 days/)
  const replies = await Promise.all([
    world.owner.call(getProject, { id }),
    world.owner.call(updateProject, { id, body: {} }),
    world.owner.call(getProjectRevisionHead, { id }),
    world.owner.call(downloadProjectRevisionBundle, { id, revisionId }),
  ])
  for (const reply of replies) expectError(reply, 404, 'not_found')
  expect((await world.owner.call(listProjects)).body).toEqual([])
})

test('200 leaves one audit row and one event; revisions, secrets and audit stay', async () => {
  const world = await scene(server)
  const { projectId: id } = await importProject(world.owner, await bundleOf({ 'a.txt': 'a' }))
  const reply = await world.owner.call(deleteProject, { id })
  const rows = await auditOf(server, world.workspace, id)
  expect(rows.map(({ action }) => action)).toEqual(['project.create', 'project.delete'])
  expect(rows[1]).toMatchObject({
    category: 'delete',
    severity: 'notice',
    outcome: 'success',
    requestId: reply.headers.get('x-request-id'),
    details: { name: expect.stringMatching(/^Project/) as string },
  })
  expect(await world.eventNames(id)).toEqual(['project.created', 'project.deleted'])
  expect([await world.rows('revision'), await world.rows('repository')].map(({ length }) => length)).toEqual([1, 1])
})

test('403 for a client, also with a steer grant', async () => {
  const { scene: world, input } = await shop()
  await world.grant(input.id, world.clientId, 'steer')
  expectError(await unchanged(server, () => world.client.call(deleteProject, input)), 403, 'forbidden')
})

test('404 for a repeat, without a change', async () => {
  const { scene: world, input } = await shop()
  expect((await world.owner.call(deleteProject, input)).status).toBe(200)
  expectError(await unchanged(server, () => world.owner.call(deleteProject, input)), 404, 'not_found')
})

test('404 for all but one of ten callers at once', async () => {
  const { scene: world, input } = await shop()
  const replies = await Promise.all(Array.from({ length: 10 }, () => world.owner.call(deleteProject, input)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
  expect(await world.auditActions(input.id)).toEqual(['project.create', 'project.delete'])
  expect(await world.eventNames(input.id)).toEqual(['project.created', 'project.deleted'])
})

test('200 or 404 for changes concurrent with the deletion, and no change after it', async () => {
  const { scene: world, input } = await shop()
  const changes = Array.from({ length: 10 }, () => world.owner.call(updateProject, { ...input, body: { stack: 'x' } }))
  const [, ...replies] = await Promise.all([world.owner.call(deleteProject, input), ...changes])
  for (const { status } of replies) expect([200, 404]).toContain(status)
  expect((await world.auditActions(input.id)).at(-1)).toBe('project.delete')
})
