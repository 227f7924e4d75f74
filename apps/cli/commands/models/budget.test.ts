import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createProject } from '../../../../domains/code/projects/contract.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { cycleIn, taskIn } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('budget shows the cost of a project, and sets and clears its cap', async () => {
  const at = await scene(server)
  const { body } = await at.owner.call(createProject, { body: { name: 'Shop' } })
  const projectId = body.id as string
  const run = (...words: string[]) => runCommand(server, at.owner, ['budget', '--project', 'Shop', ...words])
  const last = 'A change goes back 2 times at most'
  expect((await run()).printed).toEqual(['Spent: $0.00', 'Cap of the project: none', last])
  const cycleId = await cycleIn(server, at, projectId)
  const task = await taskIn(server, at, { projectId, cycleId }, 'building')
  await asOwner(
    server,
    `insert into model_call (workspace_id, id, project_id, cycle_id, task_id, run_id, step, request_hash, nth, provider,
       model, status, reserved_micros, cost_micros, input_tokens, output_tokens, response, expires_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, 'build-task-2', decode(repeat('00', 32), 'hex'), 1, 'x', 'y', 'finished', 900000, 250000,
       1000, 500, ''::bytea, now(), now())`,
    [at.workspace, uuidv7(), projectId, cycleId, task.id, task.runId],
  )
  const capped = await run('--cap', '12.50')
  expect(capped.printed).toEqual([
    'Spent: $0.00',
    'Cap of the project: $12.50, of its own',
    last,
    'Used: 1.5k tokens',
    expect.stringMatching(/^ {2}\$0\.25 {2}1\.5k tokens {2}Cycle \d+$/),
  ])
  expect(capped.documents).toMatchObject([{ budget: { overrides: { costCapUsd: 12.5 } }, usage: { costUsd: 0.25 } }])
  expect((await run('--cap', 'much')).failure).toMatchObject({ kind: 'usage' })
  expect((await run('--no-cap')).printed[1]).toBe('Cap of the project: none')
})

test('budget sets the caps of the workspace and of a cycle, and shows past warnings', async () => {
  const at = await scene(server)
  const { body } = await at.owner.call(createProject, { body: { name: 'Shop' } })
  const cycleId = await cycleIn(server, at, body.id as string)
  const run = (...words: string[]) => runCommand(server, at.owner, ['budget', ...words])
  expect((await run('--workspace', '--cap', '500', '--each-project', '20', '--each-cycle', '5')).printed).toEqual([
    'Spent: $0.00',
    'Cap of the workspace: $500.00',
    'Cap of each project: $20.00',
    'Cap of each cycle: $5.00',
  ])
  expect((await run('--project', 'Shop')).printed.slice(1, 4)).toEqual([
    'Cap of the project: $20.00, of the workspace',
    'Cap of each cycle: $5.00',
    'Cap of the workspace: $500.00',
  ])
  const cycle = ['--cycle', cycleId]
  expect((await run(...cycle, '--cap', '8')).printed).toEqual(['Spent: $0.00', 'Cap of the cycle: $8.00'])
  await asOwner(server, `update budget set spent_micros = 7000000, warned_percent = 80 where scope_id = $1`, [cycleId])
  expect((await run(...cycle)).printed).toEqual([
    'Spent: $7.00',
    'Cap of the cycle: $8.00',
    'People were warned at 80 %',
  ])
  expect((await run('--workspace', '--no-cap', '--each-project', 'none')).documents).toMatchObject([
    { overrides: { costCapUsd: null, projectCostCapUsd: null, cycleCostCapUsd: 5 } },
  ])
  expect((await run('--each-cycle', '5')).failure).toMatchObject({ kind: 'usage' })
})
