import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { updateCycle } from '../contract.ts'
import { cycleStatuses, isActive, type CycleStatus } from '../rules.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async (status: CycleStatus = 'draft') => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  return {
    scene: at,
    projectId,
    input: { id: await cycleIn(server, at, projectId, status), body: { title: 'Better' } },
  }
}

test('200 changes the fields that were sent, with its audit row and its event', async () => {
  const { scene: at, input, projectId } = await world()
  const body = { title: 'New', description: 'Else', targetBranch: 'next' }
  const reply = await at.owner.call(updateCycle, { ...input, body })
  expect(reply).toMatchObject({ status: 200, body: { ...body, id: input.id, status: 'draft' } })
  expect(reply.body.updatedAt > reply.body.createdAt).toBe(true)
  expect(await auditOf(server, at.workspace, input.id)).toMatchObject([
    {
      action: 'cycle.update',
      category: 'update',
      outcome: 'success',
      actorType: 'api_key',
      resourceType: 'cycle',
      requestId: reply.headers.get('x-request-id'),
      details: { projectId, fields: ['title', 'description', 'targetBranch'] },
    },
  ])
  expect(await at.eventNames(input.id)).toEqual(['cycle.updated'])
  const kept = await at.owner.call(updateCycle, { id: input.id, body: {} })
  expect(kept).toMatchObject({ status: 200, body })
})

test.runIf(isLong).each(cycleStatuses.filter(isActive))(
  '409 for fields that a run reads while the cycle is %s, and 200 for its title',
  async (status) => {
    const { scene: at, input } = await world(status)
    for (const body of [{ description: 'Else' }, { targetBranch: 'next' }, { title: 'New', description: 'Else' }]) {
      const reply = await unchanged(server, () => at.owner.call(updateCycle, { id: input.id, body }))
      expect(reply).toMatchObject({ status: 409, body: { code: 'cycle_active' } })
    }
    expect(await at.owner.call(updateCycle, input)).toMatchObject({ status: 200, body: { title: 'Better', status } })
  },
)

test('400 lists every invalid field', async () => {
  const { scene: at, input } = await world()
  const body = { title: '', description: 'x'.repeat(10_001), targetBranch: 'a..b' }
  const reply = await unchanged(server, () => at.owner.call(updateCycle, { id: input.id, body }))
  expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect((reply.body.fields as { path: string }[]).map(({ path }) => path).sort()).toEqual([
    'description',
    'targetBranch',
    'title',
  ])
})

test('200 for ten callers at once, each with its row on the chain', async () => {
  const { scene: at, input } = await world()
  const titles = Array.from({ length: 10 }, (_, at) => `Title ${at}`)
  const replies = await Promise.all(
    titles.map((title) => at.owner.call(updateCycle, { id: input.id, body: { title } })),
  )
  expect(replies.map(({ status }) => status)).toEqual(titles.map(() => 200))
  expect(await auditOf(server, at.workspace, input.id)).toHaveLength(10)
})
