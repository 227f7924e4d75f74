import { expect, test } from 'vitest'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { fileBlock, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { getProjectCycleMetrics } from './contract.ts'

const server = await testServer()

test('the history of a run has its times, and a client who may view the project reads them', async () => {
  const at = await scene(server)
  const id = await mergeUnverified(at.owner, await emptyProject(at.owner))
  await asOwner(server, `update workspace set time_zone = 'Pacific/Kiritimati' where id = $1`, [at.workspace])
  const cycleId = await propose(at.owner, id, fileBlock('a.txt', 'x\n'))
  expect((await runCycle(at.owner, cycleId)).cycle.status).toBe('completed')
  // Another project, whose runs are not counted.
  const other = await mergeUnverified(at.owner, await emptyProject(at.owner))
  const open = await cycleIn(server, at, id, 'running')
  const begun = `update activity_event set occurred_at = occurred_at - interval '1 hour' where entity_id = $1 and name = 'cycle.planning'`
  await asOwner(server, begun, [cycleId])

  await at.grant(id, at.clientId, 'view')
  const { status, body } = await at.client.call(getProjectCycleMetrics, { id })
  expect([status, body.timeZone, body.truncated]).toEqual([200, 'Pacific/Kiritimati', false])
  expect(body.throughput).toMatchObject({ completed: 1, perWeek: 0.08 })
  expect([13, 14]).toContain(body.throughput.weeks.length)
  expect(body.throughput.weeks.at(-1)).toMatchObject({ completed: 1 })
  expect(body.cycleTime.count).toBe(1)
  expect(body.cycleTime.p50Seconds).toBeGreaterThanOrEqual(3_600)
  expect(body.leadTime.p50Seconds).toBeLessThan(3_600)
  expect(body.cycleStages[0]).toMatchObject({ stage: 'planning', count: 1 })
  expect(body.cycleStages[0].medianSeconds).toBeGreaterThanOrEqual(3_600)
  expect(body.wip).toEqual({ cycles: 1, stages: [{ stage: 'running', cycles: 1 }] })
  expect(body.agingWip).toMatchObject([{ cycleId: open, stage: 'running', isAging: false }])
  expect(body.automation).toMatchObject({ completed: 1, completionRate: 1, handsOffRate: 1, firstPassRate: 1 })
  const stages = (body.automation.stages as { stage: string; passRate: number }[]).map(({ stage }) => stage)
  expect(stages).toEqual(expect.arrayContaining(['building', 'testing', 'reviewing', 'merging']))

  const elsewhere = (await at.owner.call(getProjectCycleMetrics, { id: other })).body
  expect([elsewhere.throughput.completed, elsewhere.wip.cycles]).toEqual([0, 0])
  await asOwner(
    server,
    `update activity_event set occurred_at = occurred_at - interval '40 days' where cycle_id = $1`,
    [cycleId],
  )
  const read = async (days: number | string) =>
    (await at.owner.call(getProjectCycleMetrics, { id, query: { days } })).body
  expect([(await read(30)).throughput.completed, (await read(60)).throughput.completed]).toEqual([0, 1])
  const whole = await read(100_000)
  expect(Date.parse(whole.until as string) - Date.parse(whole.since as string)).toBe(365 * 86_400_000)
})
