import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { executeCycle } from '../../runs/contract.ts'
import { stopCycle } from '../contract.ts'
import { cycleStatuses, type CycleStatus } from '../rules.ts'

// No worker runs here, so that a started run stays where it began.
const server = await testServer({ ATELIER_ROLE: 'server' })
const world = async (status: CycleStatus = 'draft') => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  return { scene: at, projectId, input: { id: await cycleIn(server, at, projectId, status) } }
}

/** With a run that waits for a worker. */
const running = async () => {
  const made = await world()
  expect((await made.scene.owner.call(executeCycle, made.input)).status).toBe(200)
  return made
}

test('200 with a stopping cycle, a run that only cleans up, one audit row and one event', async () => {
  const { scene: at, projectId, input } = await running()
  const reply = await at.owner.call(stopCycle, input)
  expect(reply).toMatchObject({ status: 200, body: { id: input.id, status: 'stopping', runNumber: 1, failure: null } })
  expect(await at.rows('run')).toMatchObject([{ status: 'cancelling' }])
  expect(await at.rows('run_step')).toMatchObject([
    { name: 'plan', status: 'cancelled' },
    { name: 'clean-up', status: 'queued' },
  ])
  expect((await auditOf(server, at.workspace, input.id)).at(-1)).toMatchObject({
    action: 'cycle.stop',
    category: 'execute',
    outcome: 'success',
    requestId: reply.headers.get('x-request-id'),
    details: { projectId, runNumber: 1 },
  })
  expect(await at.eventNames(input.id)).toEqual(['cycle.planning', 'cycle.stopping'])
})

const inactive = cycleStatuses.filter((status) =>
  ['draft', 'completed', 'stopping', 'stopped', 'failed'].includes(status),
)
test.runIf(isLong).each(inactive)('409 for a cycle that is %s', async (status) => {
  const { scene: at, input } = await world(status)
  const reply = await unchanged(server, () => at.owner.call(stopCycle, input))
  expect(reply).toMatchObject({ status: 409, body: { code: 'cycle_not_active' } })
})

test('409 for all but one of a hundred callers at once', async () => {
  const { scene: at, input } = await running()
  const replies = await Promise.all(Array.from({ length: 100 }, () => at.owner.call(stopCycle, input)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(99).fill(409)])
  expect(await at.auditActions(input.id)).toEqual(['cycle.execute', 'cycle.stop'])
})

test('409 for execute while the cycle is stopping', async () => {
  const { scene: at, input } = await running()
  await at.owner.call(stopCycle, input)
  const reply = await unchanged(server, () => at.owner.call(executeCycle, input))
  expect(reply).toMatchObject({ status: 409, body: { code: 'cycle_not_executable' } })
})
