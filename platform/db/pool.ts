import { availableParallelism } from 'node:os'
import { Socket } from 'node:net'
import pg from 'pg'
import { detectHangs } from './hang-detector.ts'
import { DatabaseSilent } from './unavailable.ts'

/** `identity` sees people, keys and workspaces; `tenant` the rest, under row-level security: decisions/0014. */
export type Role = 'identity' | 'tenant'

/** The database, and how its connections are used. */
export interface PoolSettings {
  /** A PostgreSQL address whose user may create roles (or for whom they exist already). */
  readonly url: string
  /** Connections per role; by default four per core, 8 to 32. */
  readonly connections?: number
  /** Sends statements without waiting for the previous answer; off for poolers without support. */
  readonly pipeline?: boolean
}

/** A pool per role, and what notices that the database behind them hangs. */
export type Pools = ReturnType<typeof openPools>

// A lock is waited for longer than an idle transaction may hold it: a frozen process's lock is released first.
const limits = '-c statement_timeout=30s -c idle_in_transaction_session_timeout=15s -c lock_timeout=20s'
// The last bound, where PostgreSQL itself does not keep `statement_timeout` on one connection.
const answerMs = 35_000
const connectMs = 5_000

/** Opens a pool per role. Nothing connects until the first query. */
export const openPools = (settings: PoolSettings) => {
  const open = new Set<Socket>()
  const hangDetector = detectHangs(settings.url, () => {
    for (const socket of open) socket.destroy(new DatabaseSilent())
  })
  const openSocket = () => {
    const socket = new Socket()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    return socket
  }
  const openPool = (role: Role) => {
    const pool = new pg.Pool({ ...poolOptions(settings, role), stream: openSocket })
    // The pool replaces a broken connection; its user gets the error from the next statement.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const identity = openPool('identity')
  const tenant = openPool('tenant')
  const close = async () => {
    await Promise.all([identity.end(), tenant.end()])
    hangDetector.close()
  }
  return { identity, tenant, connections: connectionsOf(settings), hangDetector, close }
}

const connectionsOf = ({ connections }: Pick<PoolSettings, 'connections'>) =>
  connections ?? Math.min(32, Math.max(8, availableParallelism() * 4))

const poolOptions = ({ url, connections, pipeline = true }: PoolSettings, role: Role) => ({
  connectionString: url,
  max: connectionsOf({ connections }),
  pipeline,
  connectionTimeoutMillis: connectMs,
  query_timeout: answerMs,
  idleTimeoutMillis: 60_000,
  application_name: `atelier ${role}`,
  options: `-c role=atelier_${role} ${limits} -c timezone=UTC`,
  types: typeParsers,
})

const int8 = 20

/** bigint as a number: positions, sizes and micro-dollars stay far below 2^53, and the schema's checks keep them there. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary'): never =>
  (oid === int8 ? Number : (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format)) as never

/** How columns are read. */
const typeParsers: pg.CustomTypesConfig = { getTypeParser }
