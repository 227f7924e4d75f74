import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { deleteProject } from '../../../code/projects/contract.ts'
import { getCycleUsage } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  const task = await taskIn(server, at, { projectId, cycleId }, 'building')
  /** A call as the gateway records it; open if it has no cost. */
  const called = ([input, output, cost]: readonly [number, number, number | null], { id, runId } = task) =>
    asOwner(
      server,
      `insert into model_call (workspace_id, id, project_id, cycle_id, task_id, run_id, step, request_hash, nth, provider,
         model, status, reserved_micros, cost_micros, input_tokens, output_tokens, response, expires_at, ended_at)
       values ($1, $2, $3, $4, $5, $6, 'build-task-2', decode(repeat('00', 32), 'hex'), 1, 'x', 'y',
         case when $7::bigint is null then 'open' else 'finished' end, 900000, $7, $8, $9,
         case when $7::bigint is null then null else ''::bytea end, now(), case when $7::bigint is null then null else now() end)`,
      [at.workspace, uuidv7(), projectId, cycleId, id, runId, cost, input, output],
    )
  return { scene: at, projectId, task, called, input: { id: cycleId } }
}

test('200 with nothing for a cycle whose agents asked no model', async () => {
  const { scene: at, input } = await world()
  expect(await at.member.call(getCycleUsage, input)).toMatchObject({
    status: 200,
    body: {
      cycleId: input.id,
      calls: 0,
      unpricedCalls: 0,
      inputTokens: 0,
      outputTokens: 0,
      costUsd: 0,
      reservedUsd: 0,
      capUsd: null,
      tasks: [],
    },
  })
})

test('200 with the sums of the cycle, its runs and their tasks, in dollars and under its cap', async () => {
  const { scene: at, projectId, task, called, input } = await world()
  const other = await taskIn(server, at, { projectId, cycleId: input.id }, 'building', 2)
  const elsewhere = await taskIn(server, at, { projectId, cycleId: await cycleIn(server, at, projectId) }, 'building')
  await called([1_000, 50, 123_456])
  await called([2_000, 60, 200_000])
  await called([0, 0, null])
  await called([10, 5, 1], other)
  await called([9_999, 9_999, 900_000], elsewhere)
  await asOwner(
    server,
    `insert into budget (scope_kind, scope_id, cap_micros, reserved_micros) values ('cycle', $1, 5000000, 900000)`,
    [input.id],
  )
  await asOwner(
    server,
    'update model_call set is_priced = false where task_id = $1 and cost_micros is distinct from 200000',
    [task.id],
  )
  const { body } = await at.owner.call(getCycleUsage, input)
  const first = {
    taskId: task.id,
    runId: task.runId,
    calls: 3,
    unpricedCalls: 1,
    estimatedCalls: 0,
    inputTokens: 3_000,
    outputTokens: 110,
  }
  const second = {
    taskId: other.id,
    runId: other.runId,
    calls: 1,
    unpricedCalls: 0,
    estimatedCalls: 0,
    inputTokens: 10,
    outputTokens: 5,
  }
  expect(body).toEqual({
    cycleId: input.id,
    calls: 4,
    unpricedCalls: 1,
    estimatedCalls: 0,
    inputTokens: 3_010,
    outputTokens: 115,
    costUsd: 0.323457,
    reservedUsd: 0.9,
    capUsd: 5,
    tasks: [
      { ...first, costUsd: 0.323456 },
      { ...second, costUsd: 0.000001 },
    ],
  })
})

test('404 for an unknown id, a neighbour’s cycle, one of a deleted project, and a client without a grant', async () => {
  const [{ scene: at, projectId, input }, neighbour, deleted] = await Promise.all([world(), world(), world()])
  await deleted.scene.owner.call(deleteProject, { id: deleted.projectId })
  for (const id of [uuidv7(), 'nonsense', neighbour.input.id])
    expectError(await unchanged(server, () => at.owner.call(getCycleUsage, { id })), 404, 'not_found')
  expectError(await deleted.scene.owner.call(getCycleUsage, deleted.input), 404, 'not_found')
  expectError(await at.client.call(getCycleUsage, input), 404, 'not_found')
  await at.grant(projectId, at.clientId, 'steer')
  expectError(await unchanged(server, () => at.client.call(getCycleUsage, input)), 403, 'forbidden')
})
