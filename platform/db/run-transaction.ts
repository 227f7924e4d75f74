import type pg from 'pg'
import type { Watch } from './silence.ts'
import type { Transaction } from './transaction.ts'
import { isUnavailable, OutcomeUnknown } from './unavailable.ts'

export type Work<T> = (tx: Transaction) => Promise<T>

interface Way {
  readonly pool: pg.Pool
  readonly watch: Watch
  /** A read's connection goes back to the pool when its COMMIT is sent; a write waits for the answer. */
  readonly mode: 'read' | 'write'
}

/** Runs `work` in a transaction of a pool; commits when it resolves and rolls back when it throws. */
export const runTransaction = async <T>(way: Way, workspace: string | undefined, work: Work<T>): Promise<T> => {
  way.watch.begin()
  try {
    return await transact(way, workspace, work)
  } finally {
    way.watch.end()
  }
}

const transact = async <T>({ pool, mode }: Way, workspace: string | undefined, work: Work<T>) => {
  const client = await pool.connect()
  const ending: Ending = { before: [], last: [], after: [] }
  const result = await attempt(client, mode, async () => {
    const begun = begin(client, workspace)
    const worked = await work(transactionOf(client, workspace, begun, ending))
    const now = await begun
    for (const run of ending.before) await run()
    return { worked, sent: ending.last.flatMap((send) => send(now)) }
  })
  for (const run of ending.after) run()
  return result
}

/** What was registered for the end of a transaction. */
interface Ending {
  readonly before: (() => Promise<void>)[]
  readonly last: ((now: Date) => readonly Promise<unknown>[])[]
  readonly after: (() => void)[]
}

interface Worked<T> {
  readonly worked: T
  /** Statements on their way, which COMMIT follows in the same flight. */
  readonly sent: readonly Promise<unknown>[]
}

const attempt = async <T>(client: pg.PoolClient, mode: 'read' | 'write', work: () => Promise<Worked<T>>) => {
  try {
    const { worked, sent } = await work()
    const ended = Promise.all([...sent, commit(client)])
    if (mode === 'write') await ended.catch(throwOutcome)
    // The next transaction's BEGIN may follow this COMMIT at once: the connection keeps answers in their order.
    ended.catch(() => undefined)
    client.release()
    return worked
  } catch (error) {
    await rollback(client)
    throw error
  }
}

/** A lost connection does not tell whether the COMMIT that it carried took place. */
const throwOutcome = (error: unknown): never => {
  const hasAnswer = /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')
  throw !hasAnswer && isUnavailable(error) ? new OutcomeUnknown(error) : error
}

const begin = (client: pg.PoolClient, workspace: string | undefined): Promise<Date> => {
  const begun = Promise.all([
    client.query('begin'),
    client.query<{ now: Date }>({
      name: 'transaction.begin',
      text: `select set_config('app.workspace', $1, true), now()::timestamptz(3) as now`,
      values: [workspace ?? ''],
    }),
  ]).then(([, { rows }]) => rows[0]!.now)
  begun.catch(() => undefined)
  return begun
}

const transactionOf = (
  client: pg.PoolClient,
  workspace: string | undefined,
  begun: Promise<Date>,
  ending: Ending,
): Transaction => ({
  workspace,
  now: () => begun,
  beforeCommit: (work) => void ending.before.push(work),
  withCommit: (send) => void ending.last.push(send),
  afterCommit: (work) => void ending.after.push(work),
  query: async <Row extends pg.QueryResultRow>(query: Parameters<Transaction['query']>[0]) => {
    const { rows, rowCount } = await client.query<Row>({ ...query, values: [...query.values] })
    return { rows, rowCount: rowCount ?? 0 }
  },
})

/** PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: work that hid an error must not pass. */
const commit = async (client: pg.PoolClient) => {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back at its commit')
}

const rollback = async (client: pg.PoolClient) => {
  try {
    await client.query('rollback')
    client.release()
  } catch (error) {
    client.release(error as Error)
  }
}
