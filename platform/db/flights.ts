import pg from 'pg'
import type { Connection, Parameter } from './bind.ts'
import { Flight, type Answer, type Prepared, type Sent } from './flight.ts'
import type { Transaction } from './transaction.ts'

type Send = Transaction['query']

/** The statements of one transaction, on their way to the database. */
export interface Flights {
  /** Resolves once the transaction has begun, without a statement too. */
  begun(): Promise<unknown>
  /** Sends a statement together with all others of this turn of the event loop, in their order. */
  readonly send: Send
  /** Sends the last command behind whatever waits. */
  end(command: 'commit' | 'rollback'): Promise<pg.QueryResult>
}

/**
 * Opens a transaction, whose first command leaves with its first statements: what is sent in one turn of the event loop
 * is one system call.
 */
export const openFlights = (client: pg.PoolClient, command: string): Flights => {
  const { stream } = connectionOf(client)
  const prepared = preparedOn(client)
  const { promise: begun, resolve, reject } = Promise.withResolvers<unknown>()
  begun.catch(() => undefined)
  let hasBegun = false
  const waiting: Sent[] = []
  const leave = <Ended>(end: () => Ended): Ended => {
    stream.cork()
    try {
      if (!hasBegun) client.query(command).then(resolve, reject)
      hasBegun = true
      if (waiting.length > 0) client.query(new Flight(waiting.splice(0), prepared))
      return end()
    } finally {
      stream.uncork()
    }
  }
  const leaveLater = () => {
    if (waiting.length > 0) leave(() => undefined)
  }
  const send = async <Row extends pg.QueryResultRow>({ name, text, values }: Parameters<Send>[0]) => {
    const { promise, resolve: give, reject: fail } = Promise.withResolvers<Answer>()
    const parameters = values.map((value) => utils.prepareValue(value))
    if (waiting.length === 0) process.nextTick(leaveLater)
    waiting.push({ name, text, values: parameters, give, fail })
    return (await promise.catch(traceCaller)) as Answer<Row>
  }
  const begin = () => {
    if (!hasBegun) leave(() => undefined)
    return begun
  }
  const end = (last: string) => {
    stream.cork()
    // Who waits for this connection sends its first statements in the next tick: they leave with this command.
    process.nextTick(() => process.nextTick(() => stream.uncork()))
    return leave(() => client.query(last))
  }
  return { begun: begin, send, end }
}

const { utils } = pg as unknown as { utils: { prepareValue(value: unknown): Parameter } }

const connectionOf = (client: pg.PoolClient) => (client as unknown as { readonly connection: Connection }).connection

const preparedOn = (client: pg.PoolClient): Prepared => {
  const known: Prepared = preparedBy.get(client) ?? new Map<string, undefined>()
  preparedBy.set(client, known)
  return known
}
const preparedBy = new WeakMap<pg.PoolClient, Prepared>()

/** An error of the driver tells of its socket; from here on also of who sent the statement. */
const traceCaller = (error: Error): never => {
  Error.captureStackTrace(error)
  throw error
}
