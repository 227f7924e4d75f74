import type pg from 'pg'
import { inSpan, type Tracer } from '../telemetry/index.ts'
import { openDatabaseClock } from './database-clock.ts'
import { openPools, type Pools, type PoolSettings, type Role } from './pool.ts'
import { currentRequest, turnOf } from './request-work.ts'
import { runTransaction, type Work } from './run-transaction.ts'
import { NoTurn, openTurns, type Turns } from '../waiting/index.ts'
import { DatabaseSilent } from './unavailable.ts'

export type { Role } from './pool.ts'

interface DatabaseSettings extends PoolSettings {
  /** False if no standby can take the place of this database, as for the embedded one; by default true. */
  readonly mayFailOver?: boolean
  /** Follows the transactions of requests and steps. */
  readonly tracer?: Tracer | undefined
}

/**
 * The only way to the database: every statement runs in a transaction of a kind listed here. Every wait has a bound:
 * for a connection, a lock, a statement, and for a database that hangs. A caller that meets it gets an error of
 * `isUnavailable`.
 */
export type Database = ReturnType<typeof openDatabase>

/** Opens a pool per role. Nothing connects until the first query. */
export const openDatabase = (settings: DatabaseSettings) => {
  const pools = openPools(settings)
  const turns = { identity: openTurns(pools.connections), tenant: openTurns(pools.connections) }
  const { tracer } = settings
  const clock = openDatabaseClock()
  const run = <T>(kind: Kind, workspace: string | undefined, work: Work<T>): Promise<T> => {
    const role = kind === 'identity' ? 'identity' : 'tenant'
    const { hangDetector } = pools
    const transaction = () =>
      inTurn(pools, turns[role], { role, workspace }, () =>
        runTransaction({ pool: pools[role], hangDetector, clock, workspace }, work),
      )
    return tracer ? inSpan(tracer, () => spanOf(kind), transaction) : transaction()
  }
  return {
    /** Tenant work: row-level security admits `workspace` alone. Commits when `work` resolves, rolls back when it throws. */
    within: <T>(workspace: string, work: Work<T>) => run('within', workspace, work),
    /** As `within`, for work that writes nothing. */
    reading: <T>(workspace: string, work: Work<T>) => run('reading', workspace, work),
    /** An identity transaction, outside workspaces: only people, sessions, keys, workspaces and memberships. */
    identity: <T>(work: Work<T>) => run('identity', undefined, work),
    /** Tables of the instance that belong to no workspace: queue, sandbox slots, budgets. Tenant rows are invisible. */
    instance: <T>(work: Work<T>) => run('instance', undefined, work),
    /** The time of the database without a question, for what other machines judge: see `openDatabaseClock`. */
    now: clock.now,
    /** Whether a standby that lacks the last commits may take its place, which none does for the embedded database. */
    mayFailOver: settings.mayFailOver ?? true,
    /** The connections of this process at the moment, by role; `waiting` counts who waits for one. */
    connections: () => ({
      identity: countsOf(pools.identity, turns.identity),
      tenant: countsOf(pools.tenant, turns.tenant),
    }),
    close: () => pools.close(),
  }
}

/** A transaction begins when its workspace, or its network, has a turn. */
const inTurn = async <T>(
  { connections, hangDetector }: Pools,
  turns: Turns,
  { role, workspace }: { readonly role: Role; readonly workspace: string | undefined },
  transaction: () => Promise<T>,
): Promise<T> => {
  const request = currentRequest()
  const end = await turns.take(turnOf(request, role, workspace, connections)).catch((error: unknown) => {
    throw error instanceof NoTurn && hangDetector.isQuiet() ? new DatabaseSilent() : error
  })
  request?.begun.add(role)
  if (request) request.open[role] += 1
  try {
    return await transaction()
  } finally {
    if (request) request.open[role] -= 1
    end()
  }
}

type Kind = 'within' | 'reading' | 'identity' | 'instance'

const spanOf = (kind: Kind) =>
  ({ name: `transaction ${kind}`, kind: 'client', attributes: { 'db.system.name': 'postgresql' } }) as const

const countsOf = ({ totalCount, idleCount, waitingCount }: pg.Pool, turns: Turns) => ({
  idle: idleCount,
  busy: totalCount - idleCount,
  waiting: waitingCount + turns.waiting(),
})
