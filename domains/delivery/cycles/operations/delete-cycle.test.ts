import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { getTask, listTasks } from '../../tasks/contract.ts'
import { deleteCycle, getCycle } from '../contract.ts'
import { executeCycle } from '../../runs/contract.ts'
import { cycleStatuses, deletable, type CycleStatus } from '../rules.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async (status: CycleStatus = 'draft') => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  return { scene: at, projectId, input: { id: await cycleIn(server, at, projectId, status) } }
}
const isDeletable = (status: CycleStatus) => (deletable as readonly CycleStatus[]).includes(status)

test.each(deletable)(
  '200 for a cycle that is %s, deleted with its tasks, with its audit row and event',
  async (status) => {
    const { scene: at, projectId, input } = await world(status)
    const task = await taskIn(server, at, { projectId, cycleId: input.id }, 'failed')
    const reply = await at.member.call(deleteCycle, input)
    expect(reply).toMatchObject({
      status: 200,
      body: { message: expect.stringMatching(/^The cycle “.*” is deleted\.$/) },
    })
    expect(await auditOf(server, at.workspace, input.id)).toMatchObject([
      {
        action: 'cycle.delete',
        category: 'delete',
        outcome: 'success',
        requestId: reply.headers.get('x-request-id'),
        details: { projectId, title: expect.any(String) },
      },
    ])
    expect(await at.eventNames(input.id)).toEqual(['cycle.deleted'])
    expect(await at.owner.call(getCycle, input)).toMatchObject({ status: 404 })
    expect(await at.owner.call(getTask, { id: task.id })).toMatchObject({ status: 404 })
    expect((await at.owner.call(listTasks)).body).toEqual([])
    expect(await at.owner.call(deleteCycle, input)).toMatchObject({ status: 404 })
  },
)

test.each(cycleStatuses.filter((status) => !isDeletable(status)))('409 for a cycle that is %s', async (status) => {
  const { scene: at, input } = await world(status)
  const reply = await unchanged(server, () => at.owner.call(deleteCycle, input))
  expect(reply).toMatchObject({ status: 409, body: { code: 'cycle_not_deletable' } })
})

test('409 or 404 for all but one of ten callers at once', async () => {
  const { scene: at, input } = await world()
  const replies = await Promise.all(Array.from({ length: 10 }, () => at.owner.call(deleteCycle, input)))
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses[0]).toBe(200)
  for (const status of statuses.slice(1)) expect([404, 409]).toContain(status)
  expect(await at.auditActions(input.id)).toEqual(['cycle.delete'])
})

test('409 or 404 when execute and delete race: exactly one takes effect', async () => {
  const { scene: at, input } = await world()
  const [executed, deleted] = await Promise.all([at.owner.call(executeCycle, input), at.owner.call(deleteCycle, input)])
  const outcomes = [executed.status, deleted.status]
  expect([
    [200, 409],
    [404, 200],
    [409, 200],
  ]).toContainEqual(outcomes)
  expect(await at.rows('run')).toHaveLength(executed.status === 200 ? 1 : 0)
})
