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

interface GivenJob {
  readonly state: 'created' | 'retry' | 'active'
  /** From now, as an interval of PostgreSQL. */
  readonly startAfter: string
  readonly heartbeat: string | null
}

const given = (client: pg.Client, workspaceId: string) => {
  const step = async (status: 'queued' | 'running' | 'parked', jobId: string | null) => {
    const runId = uuidv7()
    await client.query(
      `insert into run (workspace_id, id, kind, subject_id, number, created_at) values ($1, $2, 'line', $3, 1, now())`,
      [workspaceId, runId, uuidv7()],
    )
    const hasBegun = status === 'running'
    await client.query(
      `insert into run_step (workspace_id, run_id, seq, name, status, payload_version, payload, job_id, attempt, worker,
         queued_at, started_at)
       values ($1, $2, 1, 'third', $3, 1, '{}', $4, $5, $6, now(), $7)`,
      [workspaceId, runId, status, jobId, hasBegun ? 1 : 0, hasBegun ? 'before' : null, hasBegun ? new Date() : null],
    )
    return runId
  }
  return {
    job: async ({ state, startAfter, heartbeat }: GivenJob) => {
      const jobId = uuidv7()
      const runId = await step(state === 'active' ? 'running' : 'queued', jobId)
      await client.query(
        `insert into pgboss.job (id, name, data, state, start_after, started_on, heartbeat_on, heartbeat_seconds)
         values ($1, 'step', $2, $3, now() + $4::interval, now() + $5::interval, now() + $5::interval, 10)`,
        [jobId, JSON.stringify({ workspaceId, runId, seq: 1 }), state, startAfter, heartbeat],
      )
      return runId
    },
    parked: async () => {
      const runId = await step('parked', null)
      await client.query(
        `insert into run_parked (workspace_id, run_id, seq, kind, labels, since)
         values ($1, $2, 1, 'person', '{answer}', now())`,
        [workspaceId, runId],
      )
      return runId
    },
  }
}

test('an upgrade keeps every step that waits, is due later, is parked, or was running', async () => {
  const client = await earlierDatabase()
  const world = await openWorld({ url, database })
  const at = given(client, world.workspaceId)
  const runs = {
    queued: await at.job({ state: 'created', startAfter: '-1 second', heartbeat: null }),
    returned: await at.job({ state: 'retry', startAfter: '-1 second', heartbeat: null }),
    delayed: await at.job({ state: 'created', startAfter: '1 hour', heartbeat: null }),
    lost: await at.job({ state: 'active', startAfter: '-1 day', heartbeat: '-1 hour' }),
    running: await at.job({ state: 'active', startAfter: '-1 day', heartbeat: '-7 seconds' }),
    parked: await at.parked(),
  }
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
  expect(await world.within((tx) => engine.resume(tx, runs.parked, 'answer'))).toBe(true)
  for (const name of ['queued', 'returned', 'lost', 'parked', 'running'] as const)
    expect(await ended(world, runs[name])).toMatchObject({ status: 'finished' })
  expect(await world.within((tx) => engine.diagnostics(tx, runs.delayed))).toMatchObject({
    run: { status: 'active' },
    queue: { state: 'created' },
  })
  expect(await world.rows(`select nspname from pg_namespace where nspname = 'pgboss'`)).toEqual([])
})
