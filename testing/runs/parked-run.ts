import { v7 as uuidv7 } from 'uuid'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

interface Work {
  readonly workspace: string
  readonly runId: string
  readonly cycleId: string
}

/** A run of a cycle that waits for a sandbox, as the engine keeps it. */
export const waitForSandbox = async (server: TestServer, { workspace, runId, cycleId }: Work): Promise<void> => {
  const of = [workspace, runId]
  const write = (text: string, values: readonly string[]) => asOwner(server, text, values)
  await write(
    `insert into run (workspace_id, id, created_at, kind, subject_id, number) values ($1, $2, now(), 'cycle', $3, 1)`,
    [...of, cycleId],
  )
  await write(
    `insert into run_step (workspace_id, run_id, queued_at, seq, name, status, payload_version, payload)
     values ($1, $2, now(), 1, 'plan', 'parked', 1, '{}')`,
    of,
  )
  await write(
    `insert into run_parked (workspace_id, run_id, seq, kind, labels, since) values ($1, $2, 1, 'sandbox', '{sandbox}', now())`,
    of,
  )
}

interface ChildWork {
  readonly workspace: string
  readonly parentId: string
}

/** A child of a run whose step waits for a worker, as the engine keeps it. */
export const buildBeside = async (server: TestServer, { workspace, parentId }: ChildWork): Promise<void> => {
  const runId = uuidv7()
  await asOwner(
    server,
    `insert into run (workspace_id, id, created_at, kind, subject_id, number, parent_id)
     values ($1, $2, now(), 'task', $2, 1, $3)`,
    [workspace, runId, parentId],
  )
  await asOwner(
    server,
    `insert into run_step (workspace_id, run_id, queued_at, seq, name, status, payload_version, payload, job_id)
     values ($1, $2, now(), 1, 'build-task', 'queued', 1, '{}', $3)`,
    [workspace, runId, uuidv7()],
  )
}
