import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { cycleIn, emptyProject, taskIn } from '../../../../testing/cycles.ts'
import { endOf, fileBlock, propose } from '../../../../testing/delivery.ts'
import { commandHeld, heldCommand } from '../../../../testing/runs/held-commands.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { whileRunsAreRefused } from '../../../../testing/runs/refused-runs.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { runUntilAsked } from '../../../../testing/runs/requests.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { createProjectEnvironment, updateProjectEnvironment } from '../../../code/environments/contract.ts'
import { deleteProject, updateProject } from '../../../code/projects/contract.ts'
import { getPendingRequest, resolvePendingRequest } from '../../requests/contract.ts'
import { getTaskReviewEvidence } from '../../review/contract.ts'
import { rerunsMost } from '../../checks/contract.ts'
import type { TaskStatus } from '../../tasks/rules.ts'
import { rerunTaskCheck } from '../contract.ts'

const server = await testServer()

const evidenceOf = async ({ owner }: Scene, id: string) => (await owner.call(getTaskReviewEvidence, { id })).body
const rerunsOf = async (at: Scene, id: string) => (await evidenceOf(at, id)).checkReruns
const untilEnded = (at: Scene, id: string, count: number) =>
  expect
    .poll(async () => (await rerunsOf(at, id)).filter(({ outcome }: { outcome: string | null }) => outcome !== null))
    .toHaveLength(count)

test('a check that passes the second time is shown beside the first, to deciders as well, and changes no verdict', async () => {
  const at = await scene(server)
  const { owner } = at
  const { projectId } = await importProject(owner, await bundleOf({ 'a.txt': 'one\n' }))
  const check = {
    name: 'mode',
    command: `echo mode $MODE; case $MODE in good) ;; held) ${heldCommand(server)};; *) false;; esac`,
  }
  await owner.call(updateProject, { id: projectId, body: { runtime: { checks: [check] } } })
  const config = (MODE: string) => ({ config: { variables: { MODE } } })
  const environment = await owner.call(createProjectEnvironment, {
    projectId,
    body: { label: 'Test', ...config('bad') },
  })
  const cycleId = await propose(owner, projectId, fileBlock('b.txt', 'two\n'))
  const { request, tasks } = await runUntilAsked(owner, cycleId)
  const [{ id }] = tasks
  const before = await evidenceOf(at, id)
  const rerun = (name = 'mode', caller = owner) => caller.call(rerunTaskCheck, { id, body: { name } })
  expect(await unchanged(server, () => rerun('setup'))).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'name' }] },
  })
  await owner.call(updateProjectEnvironment, { projectId, id: environment.body.id, body: config('good') })
  await at.grant(projectId, at.clientId, 'steer')
  const asked = await rerun('mode', at.client)
  expect(asked).toMatchObject({
    status: 202,
    body: { taskId: id, name: 'mode', command: '', commitSha: before.headSha, outcome: null, endedAt: null, log: '' },
  })
  await untilEnded(at, id, 1)
  const after = await evidenceOf(at, id)
  expect(after).toEqual({ ...before, checkReruns: [expect.objectContaining({ outcome: 'passed', exitCode: 0 })] })
  expect(after.checkReruns[0]).toMatchObject({
    command: check.command,
    log: 'mode good',
    endedAt: expect.any(String),
  })
  const shown = (await owner.call(getPendingRequest, { id: request!.id })).body
  expect(shown.reasons).toEqual([
    ...request!.reasons,
    { code: 'check_rerun', message: expect.stringMatching(/“mode” was run again .* passed\. The verdict stays/) },
  ])
  const [hidden] = (await at.client.call(getTaskReviewEvidence, { id })).body.checkReruns
  expect(hidden).toMatchObject({ outcome: 'passed', command: '', log: '', tests: null })
  expect(await at.eventNames(id)).toEqual(expect.arrayContaining(['task.check_requested', 'task.rechecked']))
  expect(await at.auditActions(id)).toContain('task.rerun_check')
  await owner.call(resolvePendingRequest, { id: request!.id, body: { status: 'approved' } })
  const ended = await endOf(owner, cycleId)
  expect(ended).toMatchObject({ cycle: { status: 'completed' }, tasks: [{ verdict: 'unverified' }] })
  await owner.call(updateProjectEnvironment, { projectId, id: environment.body.id, body: config('held') })
  const replies = await Promise.all([1, 2, 3].map(() => rerun()))
  expect(replies.map(({ status }) => status).sort()).toEqual([202, 409, 409])
  expect(replies.find(({ status }) => status === 409)!.body.code).toBe('check_rerun_under_way')
  await commandHeld(server)
  expect((await owner.call(deleteProject, { id: projectId })).status).toBeLessThan(300)
  const rows = () =>
    asOwner(server, 'select outcome, log from check_rerun where task_id = $1 order by created_at', [id])
  await expect
    .poll(rows)
    .toMatchObject([{ outcome: 'passed' }, { outcome: 'could_not_run', log: 'Not run: it was stopped.' }])
  await expect.poll(() => leftovers(server)).toEqual({})
})

/** A task in any status, with a check that failed over its change. */
const checkedTask = async (status: TaskStatus) => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const { id, runId } = await taskIn(server, at, { projectId, cycleId: await cycleIn(server, at, projectId) }, status)
  const values = [at.workspace, id, runId]
  await asOwner(server, 'update task set head_sha = $2, own_run_id = $3 where id = $1', [id, 'b'.repeat(40), uuidv7()])
  await asOwner(
    server,
    `insert into task_check (workspace_id, task_id, run_id, phase, name, command, outcome, duration_ms, log, created_at)
     values ($1, $2, $3, 'task', 'test', 'false', 'failed', 1, '', now())`,
    values,
  )
  const add = (count: number) =>
    asOwner(
      server,
      `insert into check_rerun (id, workspace_id, task_id, run_id, own_run_id, commit_sha, name, command, outcome,
         duration_ms, created_at, ended_at)
       select gen_random_uuid(), $1, $2, $3, gen_random_uuid(), 'c', 'test', 'false', 'failed', 1, now(), now()
       from generate_series(1, $4)`,
      [...values, count],
    )
  return { at, input: { id, body: { name: 'test' } }, add }
}

test.each(['queued', 'building', 'testing', 'reviewing'] as const)('409 while the task is %s', async (status) => {
  const { at, input } = await checkedTask(status)
  const reply = await unchanged(server, () => at.owner.call(rerunTaskCheck, input))
  expect(reply).toMatchObject({ status: 409, body: { code: 'task_at_work' } })
})

test('a deleted commit could not be checked again, and after twenty runs no more are started', async () => {
  const { at, input, add } = await checkedTask('failed')
  await add(rerunsMost - 1)
  const refused = await whileRunsAreRefused(server, () =>
    unchanged(server, () => at.member.call(rerunTaskCheck, input)),
  )
  expectError(refused, 502, 'dispatch_failed')
  expect((await at.member.call(rerunTaskCheck, input)).status).toBe(202)
  const newest = () =>
    asOwner(server, 'select outcome, log from check_rerun where task_id = $1 order by created_at desc limit 1', [
      input.id,
    ])
  await expect
    .poll(newest)
    .toEqual([{ outcome: 'could_not_run', log: expect.stringContaining('the commit is gone') as string }])
  const reply = await unchanged(server, () => at.owner.call(rerunTaskCheck, input))
  expect(reply).toMatchObject({ status: 409, body: { code: 'too_many_check_reruns' } })
})
