import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Engine, Log, Run } from '../../platform/jobs/index.ts'

export const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A workspace of its own, and a table in which effects and commits leave their marks. */
export const openWorld = async ({ url, database }: { url: string; database: Database }) => {
  const workspaceId = uuidv7()
  await prepare(url, workspaceId)
  const within = <T>(work: (tx: Transaction) => Promise<T>) => database.within(workspaceId, work)
  return {
    workspaceId,
    within,
    marks: async (name?: string): Promise<string[]> => {
      const { rows } = await within((tx) =>
        tx.query<{ mark: string }>({
          text: 'select mark from mark where workspace_id = $1 and ($2::text is null or mark like $2) order by id',
          values: [workspaceId, name ?? null],
        }),
      )
      return rows.map(({ mark }) => mark)
    },
    start: (engine: Engine, payload: object = {}, more: object = {}): Promise<Run> =>
      within((tx) => engine.start(tx, { workspaceId, kind: 'line', subjectId: uuidv7(), payload, ...more })),
    deleteRun: async (id: string) => {
      await within((tx) => tx.query({ text: 'delete from run where id = $1', values: [id] }))
    },
    rows: <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
      within(async (tx) => (await tx.query<Row>({ text, values })).rows),
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

const prepare = async (url: string, workspaceId: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      create table if not exists mark (id bigserial primary key, workspace_id uuid not null, mark text not null);
      grant select, insert on mark to atelier_tenant; grant usage on sequence mark_id_seq to atelier_tenant`)
    await client.query('insert into workspace (id, name) values ($1, $2)', [workspaceId, `w ${randomUUID()}`])
  } finally {
    await client.end()
  }
}

/** Leaves a mark in the transaction. */
export const mark = async (tx: Transaction, text: string): Promise<void> => {
  await tx.query({ text: 'insert into mark (workspace_id, mark) values ($1, $2)', values: [tx.workspace, text] })
}

/** Looks again and again until `look` finds something; the test's own time limit bounds it. */
export const eventually = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
  for (;;) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The run's row once it has ended. */
export const ended = (world: World, runId: string) =>
  eventually(async () =>
    (
      await world.rows<{ status: string; result: unknown; failure: { message: string; step: string } | null }>(
        'select status, result, failure from run where id = $1 and ended_at is not null',
        [runId],
      )
    ).at(0),
  )
