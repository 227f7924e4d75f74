import { availableParallelism } from 'node:os'
import type { Socket } from 'node:net'
import pg from 'pg'
import { inSpan, type Tracer } from '../telemetry/index.ts'
import { gatherWrites } from './gather-writes.ts'
import type { Transaction } from './transaction.ts'

/** The serving roles. `identity` sees people, keys and workspaces; `tenant` everything else, under row-level security. */
export type Role = 'identity' | 'tenant'

export interface DatabaseSettings {
  /** A PostgreSQL address whose user may create roles (or for whom they exist already). */
  readonly url: string
  /** Connections per role; by default four per core, 8 to 32. */
  readonly connections?: number
  /** Statements of one flight without waiting for each answer; off for a pooler that cannot. */
  readonly pipeline?: boolean
  /** Follows the transactions of requests and steps. */
  readonly tracer?: Tracer | undefined
}

type Work<T> = (tx: Transaction) => Promise<T>

/** The one way to the database: every statement runs in a transaction of one of these three kinds. */
export interface Database {
  /** Tenant work: row-level security admits `workspace` alone. Commits when `work` resolves, rolls back when it throws. */
  within<T>(workspace: string, work: Work<T>): Promise<T>
  /** As `within`, for work that writes nothing: the commit is not waited for. */
  reading<T>(workspace: string, work: Work<T>): Promise<T>
  /** People, sessions, keys, workspaces, memberships. */
  identity<T>(work: Work<T>): Promise<T>
  /** Tables of the instance that belong to no workspace: queue, sandbox slots, budgets. Tenant rows are invisible. */
  instance<T>(work: Work<T>): Promise<T>
  /** The connections of this process at the moment, by role; `waiting` counts who waits for one. */
  connections(): Readonly<Record<Role, Readonly<Record<'idle' | 'busy' | 'waiting', number>>>>
  close(): Promise<void>
}

/** Opens a pool per role. Nothing connects until the first query. */
export const openDatabase = (settings: DatabaseSettings): Database => {
  const pools = { identity: openPool(settings, 'identity'), tenant: openPool(settings, 'tenant') }
  const { tracer } = settings
  const run = <T>(kind: Kind, workspace: string | undefined, work: Work<T>): Promise<T> => {
    const pool = kind === 'identity' ? pools.identity : pools.tenant
    const transaction = () => transact(pool, workspace, work, kind === 'reading' ? 'read' : 'write')
    return tracer ? inSpan(tracer, () => spanOf(kind), transaction) : transaction()
  }
  return {
    within: (workspace, work) => run('within', workspace, work),
    reading: (workspace, work) => run('reading', workspace, work),
    identity: (work) => run('identity', undefined, work),
    instance: (work) => run('instance', undefined, work),
    connections: () => ({ identity: countsOf(pools.identity), tenant: countsOf(pools.tenant) }),
    close: async () => {
      await Promise.all([pools.identity.end(), pools.tenant.end()])
    },
  }
}

type Kind = 'within' | 'reading' | 'identity' | 'instance'

const spanOf = (kind: Kind) =>
  ({ name: `transaction ${kind}`, kind: 'client', attributes: { 'db.system.name': 'postgresql' } }) as const

const countsOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  idle: idleCount,
  busy: totalCount - idleCount,
  waiting: waitingCount,
})

const openPool = ({ url, connections, pipeline = true }: DatabaseSettings, role: Role) => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections ?? Math.min(32, Math.max(8, availableParallelism() * 4)),
    pipeline,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: `atelier ${role}`,
    options: `-c role=atelier_${role} -c statement_timeout=30s -c idle_in_transaction_session_timeout=15s -c timezone=UTC`,
    types: { getTypeParser },
  })
  // A connection that breaks is replaced by the pool, and whoever holds it learns of it from its next statement.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    if (pipeline) gatherWrites((client as unknown as { connection: { stream: Socket } }).connection.stream)
  })
  return pool
}

// bigint as a number: positions, sizes and micro-dollars stay far below 2^53, and the schema's checks keep them there.
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary'): never =>
  (oid === int8 ? Number : (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format)) as never
const int8 = 20

const transact = async <T>(pool: pg.Pool, workspace: string | undefined, work: Work<T>, mode: 'read' | 'write') => {
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
    if (mode === 'write') await ended
    void ended.then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
    return worked
  } catch (error) {
    await rollback(client)
    throw error
  }
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
