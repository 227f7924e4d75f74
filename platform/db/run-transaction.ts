import type pg from 'pg'
import { validate } from 'uuid'
import { openFlights, type Flights } from './flights.ts'
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
  const begin = beginOf(workspace)
  const client = await pool.connect()
  const ending: Ending = { before: [], last: [], after: [] }
  const flights = openFlights(client, begin)
  const result = await attempt(client, flights, mode, async () => {
    const tx = transactionOf(flights, workspace, ending)
    if (mode === 'write') tx.now().catch(() => undefined)
    const worked = await work(tx)
    await flights.begun()
    for (const run of ending.before) await run()
    const now = ending.last.length > 0 ? await tx.now() : undefined
    return { worked, sent: now ? ending.last.flatMap((send) => send(now)) : [] }
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

const attempt = async <T>(
  client: pg.PoolClient,
  flights: Flights,
  mode: 'read' | 'write',
  work: () => Promise<Worked<T>>,
) => {
  try {
    const { worked, sent } = await work()
    const committed = commit(flights)
    committed.catch(() => undefined)
    // The error of a statement comes first: it tells why its COMMIT rolled back.
    const ended = Promise.all(sent).then(() => committed)
    if (mode === 'write') await ended.catch(throwOutcome)
    // The next transaction's BEGIN may follow this COMMIT at once: the connection keeps answers in their order.
    ended.catch(() => undefined)
    client.release()
    return worked
  } catch (error) {
    await rollback(client, flights)
    throw error
  }
}

/** A lost connection does not tell whether the COMMIT that it carried took place. */
const throwOutcome = (error: unknown): never => {
  const hasAnswer = /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')
  throw !hasAnswer && isUnavailable(error) ? new OutcomeUnknown(error) : error
}

/**
 * One message of two commands that PostgreSQL executes without planning them, where setting a parameter by a statement
 * costs as much as a read of a row. What stands in the text is checked to be an id.
 */
const beginOf = (workspace: string | undefined): string => {
  if (workspace !== undefined && !validate(workspace)) throw new Error('A transaction needs the id of its workspace')
  return `begin; set local app.workspace = '${workspace ?? ''}'`
}

const askTime = async ({ send }: Flights): Promise<Date> => (await send<{ now: Date }>(timeStatement)).rows[0]!.now
const timeStatement = { name: 'transaction.now', text: 'select now()::timestamptz(3) as now', values: [] }

const transactionOf = (flights: Flights, workspace: string | undefined, ending: Ending): Transaction => {
  let time: Promise<Date> | undefined
  return {
    workspace,
    now: () => (time ??= askTime(flights)),
    beforeCommit: (work) => void ending.before.push(work),
    withCommit: (send) => void ending.last.push(send),
    afterCommit: (work) => void ending.after.push(work),
    query: flights.send,
  }
}

/** PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: work that hid an error must not pass. */
const commit = async (flights: Flights) => {
  const { command } = await flights.end('commit')
  if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back at its commit')
}

const rollback = async (client: pg.PoolClient, flights: Flights) => {
  try {
    await flights.end('rollback')
    client.release()
  } catch (error) {
    client.release(error as Error)
  }
}
