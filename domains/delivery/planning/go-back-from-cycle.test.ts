import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { cycleIn, emptyProject, withoutAgent } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { deleteCycle, getCycle, listCycles } from '../cycles/contract.ts'
import { executeCycle } from '../runs/contract.ts'
import { goBack } from './contract.ts'
import { cycleStatuses, type CycleStatus } from '../cycles/rules.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const mergedSha = 'c0ffee'.padEnd(40, '0')

const world = async (status: CycleStatus = 'completed') => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const id = await cycleIn(server, at, projectId, status)
  if (status === 'completed')
    await asOwner(server, `update cycle set merged_sha = $2, target_branch = 'next' where id = $1`, [id, mergedSha])
  return { at, projectId, id, input: { id: projectId, body: { cycleId: id } } }
}

test('202 with a draft that names the cycle, whose words it does not repeat; each shows the other', async () => {
  const { at, projectId, id, input } = await world()
  await at.grant(projectId, at.clientId, 'steer')
  const reply = await at.client.call(goBack, input)
  expect(reply).toMatchObject({
    status: 202,
    body: {
      adopted: false,
      cycle: {
        projectId,
        status: 'draft',
        targetBranch: 'next',
        runNumber: 0,
        revertsCycleId: id,
        revertedByCycleId: null,
        title: expect.stringMatching(/^Revert “Cycle \d+”$/),
        description: expect.stringContaining(mergedSha),
      },
    },
  })
  const { cycle } = reply.body
  expect(cycle.description).not.toContain('A change')
  expect((await at.owner.call(getCycle, { id })).body.cycle).toMatchObject({
    status: 'completed',
    revertsCycleId: null,
    revertedByCycleId: cycle.id,
  })
  expect(await at.eventNames(cycle.id)).toEqual(['cycle.proposed'])
  expect(await auditOf(server, at.workspace, cycle.id)).toMatchObject([
    { action: 'cycle.revert', category: 'create', details: { projectId, revertsCycleId: id } },
  ])
})

test('409 for all but one of ten callers at once, until the proposal is deleted', async () => {
  const { at, id, input } = await world()
  const replies = await Promise.all(Array.from({ length: 10 }, () => at.member.call(goBack, input)))
  expect(replies.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 9 }, () => 409)])
  const again = await unchanged(server, () => at.owner.call(goBack, input))
  expect(again).toMatchObject({ status: 409, body: { code: 'cycle_reverted' } })
  expect((await at.owner.call(listCycles, {})).body).toHaveLength(2)
  const first = replies.find(({ status }) => status === 202)!.body.cycle
  expect((await at.owner.call(deleteCycle, { id: first.id })).status).toBe(200)
  expect((await at.owner.call(getCycle, { id })).body.cycle.revertedByCycleId).toBeNull()
  expect((await at.owner.call(goBack, input)).status).toBe(202)
})

test.runIf(isLong).each(cycleStatuses.filter((status) => status !== 'completed'))(
  '409 for a cycle that is %s',
  async (status) => {
    const { at, input } = await world(status)
    const reply = await unchanged(server, () => at.owner.call(goBack, input))
    expect(reply).toMatchObject({ status: 409, body: { code: 'cycle_not_delivered' } })
  },
)

test('403 for a client who may only view the project', async () => {
  const { at, projectId, id, input } = await world()
  await at.grant(projectId, at.clientId, 'view')
  const reply = await unchanged(server, () => at.client.call(getCycle, { id }))
  expect(reply.status).toBe(200)
  expect((await at.client.call(goBack, input)).status).toBe(403)
  expect((await at.owner.call(listCycles, {})).body).toHaveLength(1)
})

test('404 for an unknown cycle and for one of another project', async () => {
  const { at, input } = await world()
  const other = await world()
  const beside = await cycleIn(server, at, await emptyProject(at.owner), 'completed')
  for (const cycleId of [uuidv7(), other.id, beside]) {
    const reply = await unchanged(server, () => at.owner.call(goBack, { ...input, body: { cycleId } }))
    expectError(reply, 404, 'not_found')
  }
})

test('a revert begins without an agent, and no other cycle does', async () => {
  const { at, projectId, input } = await world()
  await withoutAgent(server, projectId)
  const other = await at.owner.call(executeCycle, { id: await cycleIn(server, at, projectId) })
  expect(other).toMatchObject({ status: 409, body: { code: 'no_agent' } })
  const { body } = await at.owner.call(goBack, input)
  expect(await at.owner.call(executeCycle, { id: body.cycle.id })).toMatchObject({
    status: 200,
    body: { runNumber: 1, status: 'planning' },
  })
})
