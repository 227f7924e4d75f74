import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { executeCycle } from '../../../delivery/runs/contract.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { archiveProject, deleteProject, getProject, unarchiveProject, updateProject } from '../contract.ts'

const server = await testServer()

const made = async () => {
  const world = await scene(server)
  return { world, id: await emptyProject(world.owner) }
}

test.runIf(isLong)(
  '200 archives a project, which can be read and not changed, until it is taken out again',
  async () => {
    const { world, id } = await made()
    const archived = await world.member.call(archiveProject, { id })
    expect(archived).toMatchObject({ status: 200, body: { id, archivedAt: expect.any(String) as string } })
    expect((await world.owner.call(getProject, { id })).body.project.archivedAt).toBe(archived.body.archivedAt)
    const write = () => world.owner.call(updateProject, { id, body: { name: 'Other' } })
    expectError(await unchanged(server, write), 409, 'project_archived')
    expect((await world.owner.call(unarchiveProject, { id })).body.archivedAt).toBeNull()
    expect((await write()).status).toBe(200)
    expect(await world.eventNames(id)).toEqual([
      'project.created',
      'project.archived',
      'project.unarchived',
      'project.updated',
    ])
    expect(await world.auditActions(id)).toContain('project.archive')
  },
)

test('409 to all but one of ten who archive, and to all but one who take it out', async () => {
  const { world, id } = await made()
  for (const operation of [archiveProject, unarchiveProject]) {
    const replies = await Promise.all(Array.from({ length: 10 }, () => world.owner.call(operation, { id })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  }
})

test.runIf(isLong).each(['planning', 'running', 'blocked', 'reviewing', 'stopping'] as const)(
  '409 while a cycle is %s',
  async (status) => {
    const { world, id } = await made()
    await cycleIn(server, world, id, status)
    expectError(await unchanged(server, () => world.owner.call(archiveProject, { id })), 409, 'project_active')
  },
)

test('a run that begins while the project is archived is refused, or refuses the archiving', async () => {
  const { world, id } = await made()
  const cycleId = await cycleIn(server, world, id)
  const [archived, begun] = await Promise.all([
    world.owner.call(archiveProject, { id }),
    world.owner.call(executeCycle, { id: cycleId }),
  ])
  const codes = [archived, begun].filter(({ status }) => status === 409).map(({ body }) => body.code)
  expect([['project_active'], ['project_archived']]).toContainEqual(codes)
})

test('200 deletes an archived project', async () => {
  const { world, id } = await made()
  await world.owner.call(archiveProject, { id })
  expect((await world.owner.call(deleteProject, { id })).status).toBe(200)
})
