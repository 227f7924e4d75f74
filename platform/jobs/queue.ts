import { createHash } from 'node:crypto'
import { PgBoss, type ConnectionOptions, type JobAttempt, type JobWithMetadata } from 'pg-boss'
import { NIL } from 'uuid'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Log } from './log.ts'
import { findLoad, jobsHeld, setLease } from './store.ts'

/** A queue row that this process holds: `retryCount` names the attempt, and fences every call that settles it. */
export interface Job extends JobAttempt {
  readonly workspaceId: string
  readonly runId: string
  readonly seq: number
}

/** What the queue knows of one job. */
export interface QueuedJob {
  readonly state: string
  readonly attempt: number
  readonly availableAt: Date
  readonly startedAt: Date | null
  readonly heartbeatAt: Date | null
  readonly leaseSeconds: number | null
}

export interface Queue {
  /** Reads what `send` needs. Before it each first call would hold a connection and wait for another one. */
  prepare(): Promise<void>
  /** Puts a job in, in the caller's transaction; it can be fetched from `availableAt`. */
  send(tx: Transaction, job: Omit<Job, 'retryCount'>, availableAt?: Date): Promise<void>
  fetch(limit: number): Promise<Job[]>
  /** Renews the leases; gives the ids of those that this process still holds. */
  hold(tx: Transaction, jobs: readonly Job[]): Promise<ReadonlySet<string>>
  /** Takes a job out that this process holds; false when it no longer does. */
  settle(tx: Transaction, job: Job): Promise<boolean>
  /** Lets another process take the job at once; false when this one no longer holds it. */
  handBack(tx: Transaction, job: Job): Promise<boolean>
  /** Lets every held job be taken at once. Only for a process that knows that whoever held them is dead. */
  releaseAll(): Promise<void>
  /** Takes a job out, whoever holds it. */
  remove(tx: Transaction, id: string): Promise<void>
  /** Jobs that could be taken now, and sandboxes in use, of all processes. */
  load(): Promise<{ readonly stepsQueued: number; readonly sandboxesActive: number }>
  find(tx: Transaction, id: string): Promise<QueuedJob | undefined>
  /** Begins to give the jobs of dead processes to living ones. */
  supervise(): Promise<void>
  stop(): Promise<void>
}

const name = 'step'
const daySeconds = 86_400

/**
 * The queue `step` of pg-boss in the schema `pgboss` of our migrations, over our own connections.
 * A job whose process was silent for `leaseSeconds` is given to another within `superviseSeconds`.
 */
export const openQueue = (database: Database, leaseSeconds: number, log: Log): Queue => {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.instance(execute(text, values)) },
    ...settings(leaseSeconds),
  })
  boss.on('error', (error) => log.error({ err: error }, 'The queue could not look after itself; it tries again'))
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  return {
    // The library reads the queue's own row at its first call, on a connection of its own; this one takes no job out.
    prepare: async () => {
      await boss.deleteJob(name, NIL)
    },
    send: async (tx, { id, workspaceId, runId, seq }, availableAt) => {
      const sent = await boss.send(name, { workspaceId, runId, seq }, { id, ...startingAt(availableAt), ...inside(tx) })
      if (sent !== id) throw new Error(`The queue has a job ${id} already`)
    },
    fetch: async (batchSize) => {
      const jobs = await boss.fetch<Omit<Job, keyof JobAttempt>>(name, { batchSize })
      return jobs.map(({ id, retryCount, data }) => ({ id, retryCount, ...data }))
    },
    hold: async (tx, jobs) => {
      const { settled = [] } = (await boss.touch(name, attempts(jobs), inside(tx))) as Settled
      return new Set(settled)
    },
    settle: async (tx, job) => oneOf(await boss.deleteJob(name, attempts([job]), inside(tx))),
    handBack: async (tx, job) => oneOf(await boss.fail(name, attempts([job]), null, inside(tx))),
    releaseAll: () =>
      database.instance(async (tx) => {
        const held = await jobsHeld(tx, name)
        if (held.length > 0) await boss.fail(name, held, null, inside(tx))
      }),
    remove: async (tx, id) => {
      await boss.deleteJob(name, id, inside(tx))
    },
    load: () => database.instance((tx) => findLoad(tx, name)),
    find: async (tx, id) => {
      const job = (await boss.findJobs<object>(name, { id, limit: 1, ...inside(tx) })).at(0)
      return job ? describe(job) : undefined
    },
    supervise: async () => {
      await database.instance((tx) => setLease(tx, name, leaseSeconds))
      await boss.start()
    },
    stop: () => boss.stop({ graceful: false, close: false }),
  }
}

// Off: what would change the schema, and what Atelier has of its own (schedules, statistics, a registry of processes).
const settings = (leaseSeconds: number) => {
  const superviseSeconds = Math.min(5, Math.max(1, Math.floor(leaseSeconds / 5)))
  return {
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    schedule: false,
    registerInstance: false,
    persistWarnings: false,
    persistQueueStats: false,
    reindex: false,
    monitorVacuum: false,
    supervise: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: daySeconds,
    flowIntervalSeconds: 3_600,
    queueCacheIntervalSeconds: 3_600,
  }
}

interface Settled {
  readonly affected?: number
  readonly settled?: string[]
}

const describe = (job: JobWithMetadata): QueuedJob => ({
  state: job.state,
  attempt: job.retryCount + 1,
  availableAt: job.startAfter,
  startedAt: job.startedOn,
  heartbeatAt: job.heartbeatOn,
  leaseSeconds: job.heartbeatSeconds,
})

const oneOf = (response: object) => (response as Settled).affected === 1

const attempts = (jobs: readonly Job[]): JobAttempt[] => jobs.map(({ id, retryCount }) => ({ id, retryCount }))

const startingAt = (availableAt: Date | undefined) => (availableAt ? { startAfter: availableAt } : {})

const inside = (tx: Transaction): ConnectionOptions => ({
  db: { executeSql: (text, values) => execute(text, values)(tx) },
})

const execute =
  (text: string, values: unknown[] = []) =>
  async (tx: Transaction): Promise<{ rows: object[] }> => {
    const single = statementsOf(text)
    if (!single) return tx.query({ name: preparedName(text), text, values })
    const results = await Promise.all(single.map((part) => tx.query({ text: part, values: [] })))
    return { rows: results.flatMap(({ rows }) => rows) }
  }

// Its maintenance brings a transaction of its own as one text. Ours is open already, so only the inside is run.
const statementsOf = (text: string): string[] | undefined => {
  const body = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(text)?.[1]
  return body
    ?.split(/;\s*(?:\n|$)/)
    .map((part) => part.trim())
    .filter(Boolean)
}

const names = new Map<string, string>()

// The library's texts are few (a fetch has one per batch size), and prepared they cost half.
const preparedName = (text: string): string => {
  const known = names.get(text)
  if (known) return known
  const made = `pgboss.${createHash('sha1').update(text).digest('hex').slice(0, 20)}`
  names.set(text, made)
  return made
}
