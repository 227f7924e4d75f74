import { availableParallelism } from 'node:os'
import type { Socket } from 'node:net'
import pg from 'pg'
import { typeParsers } from './type-parsers.ts'
import { watchSilence, type Watch } from './silence.ts'
import { DatabaseSilent } from './unavailable.ts'

/** The serving roles. `identity` sees people, keys and workspaces; `tenant` everything else, under row-level security. */
export type Role = 'identity' | 'tenant'

export interface PoolSettings {
  /** A PostgreSQL address whose user may create roles (or for whom they exist already). */
  readonly url: string
  /** Connections per role; by default four per core, 8 to 32. */
  readonly connections?: number
  /** Statements of one flight without waiting for each answer; off for a pooler that cannot. */
  readonly pipeline?: boolean
}

/** A pool per role, and what notices that the database behind them has fallen silent. */
export interface Pools extends Readonly<Record<Role, pg.Pool>> {
  readonly watch: Watch
  close(): Promise<void>
}

// A lock is waited for longer than an idle transaction may hold it: that of a frozen process is given up first.
const limits = '-c statement_timeout=30s -c idle_in_transaction_session_timeout=15s -c lock_timeout=20s'
// The last bound, where PostgreSQL itself does not keep `statement_timeout` on one connection.
const answerMs = 35_000
const connectMs = 5_000

/** Opens a pool per role. Nothing connects until the first query. */
export const openPools = (settings: PoolSettings): Pools => {
  const open = new Set<pg.PoolClient>()
  const watch = watchSilence(settings.url, () => {
    for (const client of open) streamOf(client).destroy(new DatabaseSilent())
  })
  const openPool = (role: Role) => {
    const pool = new pg.Pool(poolOptions(settings, role))
    // A connection that breaks is replaced by the pool, and whoever holds it learns of it from its next statement.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => {
      client.on('error', () => undefined)
      open.add(client)
      streamOf(client).on('data', watch.heard)
    })
    pool.on('remove', (client) => open.delete(client))
    return pool
  }
  const [identity, tenant] = [openPool('identity'), openPool('tenant')]
  const close = async () => {
    await Promise.all([identity.end(), tenant.end()])
    watch.close()
  }
  return { identity, tenant, watch, close }
}

const streamOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream

const poolOptions = ({ url, connections, pipeline = true }: PoolSettings, role: Role) => ({
  connectionString: url,
  max: connections ?? Math.min(32, Math.max(8, availableParallelism() * 4)),
  pipeline,
  connectionTimeoutMillis: connectMs,
  query_timeout: answerMs,
  idleTimeoutMillis: 60_000,
  application_name: `atelier ${role}`,
  options: `-c role=atelier_${role} ${limits} -c timezone=UTC`,
  types: typeParsers,
})
