import type pg from 'pg'
import { validate } from 'uuid'
import { connect, type Connection } from './connection.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { HangDetector } from './hang-detector.ts'
import type { Transaction } from './transaction.ts'
import { isUnavailable, OutcomeUnknown } from './unavailable.ts'
import { storableParameter } from '../validation/storable-text.ts'

export type Work<T> = (tx: Transaction) => Promise<T>

interface TransactionSettings {
  readonly pool: pg.Pool
  readonly hangDetector: HangDetector
  readonly clock: Pick<DatabaseClock, 'setTime'>
  readonly workspace: string | undefined
}

/** Runs `work` in a transaction of a pool; commits when it resolves and rolls back when it throws. */
export const runTransaction = async <T>(settings: TransactionSettings, work: Work<T>): Promise<T> => {
  settings.hangDetector.begin()
  try {
    return await transact(settings, work)
  } finally {
    settings.hangDetector.end()
  }
}

const transact = async <T>(
  { pool, hangDetector, clock, workspace }: TransactionSettings,
  work: Work<T>,
): Promise<T> => {
  const beginning = beginOf(workspace)
  const connection = await connect(pool, hangDetector.heard)
  const hooks: Hooks = { before: [], last: [], after: [] }
  const result = await endWith(connection, async () => {
    const now = connection.send<{ now: Date }>(beginning).then((answers) => {
      const time = timeOf(answers)
      clock.setTime(time)
      return time
    })
    // Its failure is thrown below: the statements of `work` follow without waiting for its answer.
    now.catch(() => undefined)
    const worked = await work(transactionOf(connection, workspace, now, hooks))
    const time = await now
    for (const run of hooks.before) await run()
    await commit(
      connection,
      hooks.last.flatMap((send) => send(time)),
    )
    return worked
  })
  for (const run of hooks.after) run()
  return result
}

/** The hooks at the end of a transaction. */
interface Hooks {
  readonly before: (() => Promise<void>)[]
  readonly last: ((now: Date) => readonly Promise<unknown>[])[]
  readonly after: (() => void)[]
}

const endWith = async <T>(connection: Connection, work: () => Promise<T>): Promise<T> => {
  try {
    const worked = await work()
    connection.release()
    return worked
  } catch (error) {
    await rollBack(connection)
    throw error
  }
}

/**
 * One message of three commands. PostgreSQL executes the first two without planning them, where setting a parameter by
 * a statement costs as much as a read of a row. The interpolated text is checked to be an id.
 */
const beginOf = (workspace: string | undefined): string => {
  if (workspace !== undefined && !validate(workspace)) throw new Error('A transaction needs the id of its workspace')
  return `begin; set local app.workspace = '${workspace ?? ''}'; select now()::timestamptz(3) as now`
}

/** The driver returns one answer for each command of a message. */
const timeOf = (answers: unknown): Date => (answers as readonly pg.QueryResult<{ now: Date }>[])[2]!.rows[0]!.now

const transactionOf = (
  { send }: Connection,
  workspace: string | undefined,
  now: Promise<Date>,
  hooks: Hooks,
): Transaction => ({
  workspace,
  now: () => now,
  beforeCommit: (work) => void hooks.before.push(work),
  withCommit: (work) => void hooks.last.push(work),
  afterCommit: (work) => void hooks.after.push(work),
  query: async <Row extends pg.QueryResultRow>({ name, text, values }: Parameters<Transaction['query']>[0]) => {
    const { rows, rowCount } = await send<Row>({ name, text, values: values.map(storableParameter) })
    return { rows, rowCount: rowCount ?? 0 }
  },
})

/**
 * Sends COMMIT behind the last statements, whose errors come first: they explain the rollback. PostgreSQL answers
 * COMMIT of a failed transaction with ROLLBACK and no error: work that hid an error must not pass.
 */
const commit = async ({ send }: Connection, sent: readonly Promise<unknown>[]): Promise<void> => {
  const committed = send('commit')
  committed.catch(() => undefined)
  const { command } = await Promise.all(sent)
    .then(() => committed)
    .catch(throwOutcome)
  if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back at its commit')
}

/** A lost connection leaves open whether the COMMIT that it carried took place. */
const throwOutcome = (error: unknown): never => {
  const hasAnswer = /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')
  throw !hasAnswer && isUnavailable(error) ? new OutcomeUnknown(error) : error
}

const rollBack = async ({ send, release }: Connection): Promise<void> => {
  try {
    await send('rollback')
    release()
  } catch (error) {
    release(error as Error)
  }
}
