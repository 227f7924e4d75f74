import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { findBudget } from '../../agents/spending/index.ts'
import { cycleIn, emptyProject, taskIn } from '../../../testing/cycles.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deleteProject, updateProject } from '../../code/projects/contract.ts'
import { deleteCycle } from '../cycles/contract.ts'
import { getProjectBudget, getProjectUsage } from './contract.ts'

const caps = { ATELIER_COST_CAP_PROJECT: '20', ATELIER_COST_CAP_CYCLE: '5', ATELIER_COST_CAP_WORKSPACE: '100' }
const price = { ATELIER_MODEL_INPUT_PRICE: '1', ATELIER_MODEL_OUTPUT_PRICE: '1' }
const server = await testServer({ ATELIER_ROLE: 'server', ...caps, ...price })

const world = async () => {
  const at = await scene(server)
  return { at, input: { id: await emptyProject(at.owner) } }
}
type World = Awaited<ReturnType<typeof world>>

/** A call as the gateway records it; open if it has no cost. */
const called = (
  { at, input }: World,
  task: { readonly id: string; readonly runId: string; readonly cycleId: string },
  [inputTokens, outputTokens, cost]: readonly [number, number, number | null],
) =>
  asOwner(
    server,
    `insert into model_call (workspace_id, id, project_id, cycle_id, task_id, run_id, step, request_hash, nth, provider,
       model, status, reserved_micros, cost_micros, input_tokens, output_tokens, response, expires_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, 'build-task-2', decode(repeat('00', 32), 'hex'), 1, 'x', 'y',
       case when $7::bigint is null then 'open' else 'finished' end, 900000, $7, $8, $9,
       case when $7::bigint is null then null else ''::bytea end, now(), case when $7::bigint is null then null else now() end)`,
    [at.workspace, uuidv7(), input.id, task.cycleId, task.id, task.runId, cost, inputTokens, outputTokens],
  )

const taskOf = async ({ at, input }: World, status: 'draft' | 'completed' = 'completed') => {
  const cycleId = await cycleIn(server, at, input.id, status)
  return { cycleId, ...(await taskIn(server, at, { projectId: input.id, cycleId }, 'building')) }
}

test('the budget has the project’s own caps, inherited caps, caps in effect and spending', async () => {
  const { at, input } = await world()
  const inherited = {
    projectId: input.id,
    overrides: { costCapUsd: null, cycleCap: null, maxRevisions: null },
    enforced: { costCapUsd: 20, cycleCostCapUsd: 5, workspaceCostCapUsd: 100, cycleCap: null, maxRevisions: 2 },
    defaults: { costCapUsd: 20, cycleCap: null, maxRevisions: 2 },
    inherited: { costCapUsd: null, cycleCostCapUsd: null, maxRevisions: null },
    spentUsd: 0,
    reservedUsd: 0,
    warnedPercent: 0,
    refusals: [],
  }
  expect(await at.member.call(getProjectBudget, input)).toMatchObject({ status: 200, body: inherited })
  const own = { costCapUsd: 0.5, cycleCap: 3, maxRevisions: 0 }
  expect((await at.owner.call(updateProject, { ...input, body: own })).status).toBe(200)
  await asOwner(
    server,
    `update budget set spent_micros = 123456, reserved_micros = 1000 where scope_kind = 'project' and scope_id = $1`,
    [input.id],
  )
  expect((await at.member.call(getProjectBudget, input)).body).toEqual({
    ...inherited,
    overrides: own,
    enforced: { ...inherited.enforced, costCapUsd: 0.5, cycleCap: 3, maxRevisions: 0 },
    spentUsd: 0.123456,
    reservedUsd: 0.001,
  })
})

test('a changed cap holds at once, and a removed cap is inherited again', async () => {
  const { at, input } = await world()
  const capAfter = async (body: object) => {
    expect((await at.owner.call(updateProject, { ...input, body })).status).toBe(200)
    const find = server.database.within(at.workspace, (tx) => findBudget(tx, { kind: 'project', id: input.id }))
    return (await find).capMicros
  }
  expect(await capAfter({ name: 'Another name' })).toBeNull()
  expect(await capAfter({ costCapUsd: 0.5 })).toBe(500_000)
  expect(await capAfter({ name: 'One more name' })).toBe(500_000)
  expect(await capAfter({ costCapUsd: null })).toBe(20_000_000)
})

test('usage adds up all runs, and names the cycles that cost most first', async () => {
  const made = await world()
  const { at, input } = made
  const cheap = await taskOf(made)
  const dear = await taskOf(made)
  const gone = await taskOf(made, 'draft')
  await called(made, cheap, [1_000, 50, 100])
  await called(made, dear, [2_000, 60, 200_000])
  await called(made, dear, [0, 0, null])
  await called(made, gone, [10, 5, 7])
  const again = await taskIn(server, at, { projectId: input.id, cycleId: dear.cycleId }, 'building', 2)
  await called(made, { ...again, cycleId: dear.cycleId }, [1, 1, 1])
  await asOwner(server, 'update model_call set is_priced = false where run_id = $1', [again.runId])
  const other = await world()
  await called(other, await taskOf(other), [9_999, 9_999, 900_000])
  expect((await at.owner.call(deleteCycle, { id: gone.cycleId })).status).toBe(200)
  expect(await at.member.call(getProjectUsage, input)).toMatchObject({
    status: 200,
    body: {
      projectId: input.id,
      calls: 5,
      unpricedCalls: 1,
      inputTokens: 3_011,
      outputTokens: 116,
      costUsd: 0.200108,
      cycles: [
        {
          cycleId: dear.cycleId,
          title: expect.stringMatching(/^Cycle/),
          runs: 2,
          calls: 3,
          unpricedCalls: 1,
          inputTokens: 2_001,
          outputTokens: 61,
          costUsd: 0.200001,
        },
        { cycleId: cheap.cycleId, runs: 1, calls: 1, inputTokens: 1_000, outputTokens: 50, costUsd: 0.0001 },
      ],
    },
  })
})

test('nothing is used if no agent asked a model, and a deleted project is absent', async () => {
  const { at, input } = await world()
  expect((await at.owner.call(getProjectUsage, input)).body).toEqual({
    projectId: input.id,
    calls: 0,
    unpricedCalls: 0,
    estimatedCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    cycles: [],
  })
  await at.owner.call(deleteProject, input)
  for (const operation of [getProjectBudget, getProjectUsage])
    expectError(await at.owner.call(operation, input), 404, 'not_found')
})
