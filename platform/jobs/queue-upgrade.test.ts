import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../testing/cluster.ts'
import { testDatabase } from '../../testing/database.ts'
import { lineWith } from '../../testing/jobs/line.ts'
import { ended, openWorld, quiet } from '../../testing/jobs/world.ts'
import { migrate } from '../db/migrate.ts'
import { createEngine } from './index.ts'

const { url, database } = await testDatabase({ empty: true })

/** A database as a version left it that had the queue of pg-boss. */
const earlierDatabase = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of (await readdir(migrations)).filter((file) => file < '0098'))
    await cp(join(migrations, name), join(folder, name))
  await migrate({ url, folder })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const steps = {
  queued: { status: 'queued', state: 'created', startAfter: '-1 second' },
  returned: { status: 'queued', state: 'retry', startAfter: '-1 second' },
  delayed: { status: 'queued', state: 'created', startAfter: '1 hour' },
  lost: { status: 'running', state: 'active', heartbeat: '-1 hour' },
  running: { status: 'running', state: 'active', heartbeat: '-7 seconds' },
  parked: { status: 'parked' },
} as const

const given = async (client: pg.Client, workspaceId: string) => {
  const runs: Record<string, string> = {}
  for (const [name, { status, ...job }] of Object.entries(steps)) {
    const [runId, jobId] = [uuidv7(), uuidv7()]
    runs[name] = runId
    await client.query(
      `insert into run (workspace_id, id, kind, subject_id, number, created_at) values ($1, $2, 'line', $3, 1, now())`,
      [workspaceId, runId, uuidv7()],
    )
    await client.query(
      `insert into run_step (workspace_id, run_id, seq, name, status, payload_version, payload, job_id, attempt, worker, queued_at, started_at)
       select $1, $2, 1, 'third', $3, 1, '{}', $4, n, case when n > 0 then 'before' end, now(), case when n > 0 then now() end
       from (select case when $3 = 'running' then 1 else 0 end as n) as attempts`,
      [workspaceId, runId, status, 'state' in job ? jobId : null],
    )
    if ('state' in job) {
      const heartbeat = 'heartbeat' in job ? job.heartbeat : null
      const startAfter = 'startAfter' in job ? job.startAfter : '-1 minute'
      await client.query(
        `insert into pgboss.job (id, name, data, state, start_after, started_on, heartbeat_on, heartbeat_seconds)
         values ($1, 'step', $2, $3, now() + $4::interval, now() + $5::interval, now() + $5::interval, 10)`,
        [jobId, JSON.stringify({ workspaceId, runId, seq: 1 }), job.state, startAfter, heartbeat],
      )
    } else {
      await client.query(
        `insert into run_parked (workspace_id, run_id, seq, kind, labels, since) values ($1, $2, 1, 'person', '{answer}', now())`,
        [workspaceId, runId],
      )
    }
  }
  return runs
}

test('an upgrade keeps every step that waits, is due later, is parked, or was running', async () => {
  const client = await earlierDatabase()
  const world = await openWorld({ url, database })
  const runs = await given(client, world.workspaceId)
  await migrate({ url, folder: migrations })
  const jobs = await world.rows<{ runId: string; isDue: boolean; isLeased: boolean }>(
    `select run_id as "runId", available_at <= now() as "isDue", lease_id is not null as "isLeased" from queue.job order by id`,
  )
  expect(jobs).toEqual([
    { runId: runs.queued, isDue: true, isLeased: false },
    { runId: runs.returned, isDue: true, isLeased: false },
    { runId: runs.delayed, isDue: false, isLeased: false },
    { runId: runs.lost, isDue: true, isLeased: true },
    { runId: runs.running, isDue: false, isLeased: true },
  ])
  const engine = createEngine({
    database,
    workflows: [lineWith(() => undefined)],
    sandboxes: { limit: 2 },
    log: quiet,
  })
  await engine.work()
  onTestFinished(() => engine.stop())
  expect(await world.within((tx) => engine.resume(tx, runs.parked!, 'answer'))).toBe(true)
  for (const name of ['queued', 'returned', 'lost', 'parked', 'running'] as const)
    expect(await ended(world, runs[name]!)).toMatchObject({ status: 'finished' })
  expect(await world.within((tx) => engine.diagnostics(tx, runs.delayed!))).toMatchObject({
    run: { status: 'active' },
    queue: { state: 'created' },
  })
  expect(await world.rows(`select nspname from pg_namespace where nspname = 'pgboss'`)).toEqual([])
}, 60_000)
