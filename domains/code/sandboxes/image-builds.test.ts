import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { breaking, checkedWorld, runChecked, weaker } from '../../../testing/runs/checked-runs.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { library } from '../../../testing/delivery.ts'
import { baseRecord, builtBase } from '../../../testing/deployments/image-builds.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { createProjectEnvironment } from '../environments/contract.ts'
import { updateProject } from '../projects/contract.ts'
import { upsertProjectSecretEntries } from '../secrets/contract.ts'
import { listProjectImageBuilds } from './contract.ts'
import { endImageBuilds } from './jobs/end-image-builds.ts'
import { removeImageBuilds } from './store-image-builds.ts'
import { isLong } from '../../../testing/soak.ts'

const server = await testServer()

interface Build {
  readonly id: string
  readonly status: string
  readonly cause: string
  readonly uses: number
  readonly log: string
  readonly contentHash: string
}

const buildsOf = async ({ owner }: Pick<Scene, 'owner'>, id: string): Promise<readonly Build[]> => {
  const { status, body } = await owner.call(listProjectImageBuilds, { id })
  expect(status).toBe(200)
  return body as Build[]
}
const basesOf = async (at: Pick<Scene, 'owner'>, id: string) =>
  (await buildsOf(at, id)).filter(({ cause }) => cause === 'base')

test.runIf(isLong)(
  '200 lists the base that a cycle built; the next cycle on the same files uses it and builds no other',
  async () => {
    const setup = 'mkdir installed && echo "value of $PLAIN"'
    const made = await checkedWorld(server, { ...library, '.gitignore': 'installed/\n' }, { setup })
    const { at, projectId } = made
    await at.owner.call(createProjectEnvironment, { projectId, body: { label: 'Test', config: { PLAIN: 'plain' } } })
    await at.owner.call(updateProject, { id: projectId, body: { maxRevisions: 0 } })
    await runChecked(made, breaking + weaker)
    const [base] = await basesOf(at, projectId)
    expect(base).toEqual({
      id: expect.any(String),
      status: 'ready',
      createdAt: expect.any(String),
      endedAt: expect.any(String),
      kind: 'packages',
      cause: 'base',
      repoId: expect.any(String),
      commitSha: expect.stringMatching(/^[0-9a-f]{40}$/),
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      error: null,
      log: 'value of plain',
      // The agent works on the same files.
      uses: expect.any(Number),
      lastUsedAt: expect.any(String),
    })
    const causes = (await buildsOf(at, projectId)).map(({ cause }) => cause)
    expect(causes.at(-1)).toBe('base')
    expect(causes).toContain('change')

    await runChecked(made, breaking)
    const [again, ...others] = await basesOf(at, projectId)
    expect(others).toEqual([])
    expect(again).toEqual({ ...base, uses: expect.any(Number), lastUsedAt: expect.any(String) })
    expect(again!.uses).toBeGreaterThan(base!.uses)
  },
)

test('a base whose setup fails has the reason, and its output without the secrets of the project', async () => {
  const setup = 'env; i=0; while [ $i -lt 900 ]; do echo "line $i of many"; i=$((i + 1)); done; atelier-lacks-this'
  const made = await checkedWorld(server, library, { setup })
  const { at, projectId } = made
  const secret = { key: 'HIDDEN', source: '.env', value: 'canary-of-a-secret' }
  const stored = await at.owner.call(upsertProjectSecretEntries, { projectId, body: { entries: [secret] } })
  expect(stored.status).toBe(200)
  await at.owner.call(updateProject, { id: projectId, body: { maxRevisions: 0 } })
  await runChecked(made, breaking)
  const [base] = await basesOf(at, projectId)
  expect(base).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^The setup failed: this machine has no program “atelier-lacks-this”\./),
    endedAt: expect.any(String),
    uses: 0,
    lastUsedAt: null,
  })
  expect(base!.log).toMatch(/^Earlier lines are left out\.\nline \d+ of many\n/)
  expect(base!.log).toContain('atelier-lacks-this')
  expect(base!.log.length).toBeLessThanOrEqual(8_192)
  expect(JSON.stringify(await buildsOf(at, projectId))).not.toContain('canary-of-a-secret')
})

test('200 for a key that may only read; 403 for clients with any share; 404 for a neighbour', async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  await at.grant(id, at.clientId, 'steer')
  const { caller: reader } = await at.join('member', { scopes: ['read'] })
  expect((await reader.call(listProjectImageBuilds, { id })).status).toBe(200)
  expectError(await unchanged(server, () => at.client.call(listProjectImageBuilds, { id })), 403, 'forbidden')
  const neighbour = await scene(server)
  expectError(await neighbour.owner.call(listProjectImageBuilds, { id }), 404, 'not_found')
})

const passing = () => ({ log: 'done', error: undefined })
const hang = () => new Promise<never>(() => {})

interface Attempt {
  readonly projectId: string
  readonly runId: string
  readonly attempt?: number
}

/** Begins a build that does not end and waits until it is listed. */
const beginIn = async (at: Scene, attempt: Attempt) => {
  const isBegun = Promise.withResolvers<void>()
  const hanging = baseRecord(server, { ...attempt, workspace: at.workspace }).build(() => {
    isBegun.resolve()
    return hang()
  }, passing)
  hanging.catch(isBegun.reject)
  await isBegun.promise
  return (await buildsOf(at, attempt.projectId))[0]!
}

test('the build of a killed process is ended by the next attempt, or by the schedule once its run is over', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const runId = uuidv7()
  const killed = await beginIn(at, { projectId, runId })
  expect(killed).toMatchObject({ status: 'building', endedAt: null, log: '', error: null })
  const second = await beginIn(at, { projectId, runId, attempt: 2 })
  const ended = { status: 'failed', error: 'It was stopped before it was done.', endedAt: expect.any(String) }
  expect(await buildsOf(at, projectId)).toMatchObject([
    { id: second.id, status: 'building' },
    { id: killed.id, ...ended },
  ])
  await endImageBuilds(server.parts, scheduledContext)
  expect(await buildsOf(at, projectId)).toMatchObject([
    { id: second.id, ...ended },
    { id: killed.id, ...ended },
  ])
})

test('the schedule does not touch the build of a running step, and ends it when another process has taken the step over', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const runId = uuidv7()
  await asOwner(
    server,
    `with r as (insert into run (id, workspace_id, kind, subject_id, number, status, created_at)
       values ($1, $2, 'none', $1, 1, 'active', now()) returning id, workspace_id)
     insert into run_step (workspace_id, run_id, seq, name, status, payload_version, payload, attempt, errors, losses,
       queued_at, started_at, job_id, worker)
     select workspace_id, id, 2, 'check-base', 'running', 1, '{}', 1, 0, 0, now(), now(), gen_random_uuid(), 'test'
     from r`,
    [runId, at.workspace],
  )
  const { id } = await beginIn(at, { projectId, runId })
  await endImageBuilds(server.parts, scheduledContext)
  expect(await buildsOf(at, projectId)).toMatchObject([{ id, status: 'building' }])
  await asOwner(server, 'update run_step set attempt = 2 where run_id = $1', [runId])
  await endImageBuilds(server.parts, scheduledContext)
  expect(await buildsOf(at, projectId)).toMatchObject([{ id, status: 'failed' }])
})

test('a build whose work throws is ended, and the error passed on', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const record = baseRecord(server, { workspace: at.workspace, projectId })
  const failing = record.build(async () => Promise.reject(new Error('no disk')), passing)
  await expect(failing).rejects.toThrow('no disk')
  expect(await buildsOf(at, projectId)).toMatchObject([
    { status: 'failed', error: 'It was stopped before it was done.' },
  ])
})

test('the newest 50 builds of a project are kept, the newest first, and all are deleted with it; another project’s stay', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const other = await emptyProject(at.owner)
  const build = (id: string) => builtBase(server, { workspace: at.workspace, projectId: id }, passing())
  await build(other)
  for (let built = 0; built < 52; built += 1) await build(projectId)
  const kept = await buildsOf(at, projectId)
  expect(kept).toHaveLength(50)
  expect(kept.map(({ id }) => id)).toEqual(
    kept
      .map(({ id }) => id)
      .sort()
      .reverse(),
  )
  expect(await buildsOf(at, other)).toHaveLength(1)
  await server.database.within(at.workspace, (tx) => removeImageBuilds(tx, projectId))
  expect(await buildsOf(at, projectId)).toEqual([])
  expect(await buildsOf(at, other)).toHaveLength(1)
})
