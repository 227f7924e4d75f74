import pg from 'pg'
import { ofDatabase } from './unavailable.ts'

/** A connection apart from the pools. Without its listener a lost connection would end the process; the next statement fails. */
export const newClient = (config: pg.ClientConfig): pg.Client => {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  return client
}

/** Sends a statement, and returns its answer. Statements are carried out in the order of sending: decisions/0131. */
type Send = <Row extends pg.QueryResultRow>(query: string | pg.QueryConfig) => Promise<pg.QueryResult<Row>>

/** A connection of the pool, for one transaction. */
export type Connection = Awaited<ReturnType<typeof connect>>

/** Takes a connection from the pool. `onAnswer` is called for each answer of the database. */
export const connect = async (pool: pg.Pool, onAnswer: () => void) => {
  const client = await pool.connect().catch((error: unknown) => {
    throw ofDatabase(error)
  })
  const sendNext = client.pipeline ? sendAtOnce(client) : sendInTurn(client)
  let stalePlan: Error | undefined
  return {
    send: async <Row extends pg.QueryResultRow>(query: string | pg.QueryConfig) => {
      try {
        const answer = await sendNext<Row>(query)
        onAnswer()
        return answer
      } catch (error) {
        if (isStalePlan(error)) stalePlan = error
        throw ofDatabase(error)
      }
    },
    /** Returns it to the pool, which closes it after an error. */
    release: (error?: Error) => client.release(error ?? stalePlan),
  }
}

const sendAtOnce =
  (client: pg.PoolClient): Send =>
  (query) =>
    client.query(query)

/** Without the driver's pipeline a statement waits for the previous statement's answer. */
const sendInTurn = (client: pg.PoolClient): Send => {
  let previous: Promise<unknown> = Promise.resolve()
  return <Row extends pg.QueryResultRow>(query: string | pg.QueryConfig) => {
    const answer = previous.then(() => client.query<Row>(query))
    previous = answer.catch(() => undefined)
    return answer
  }
}

// “cached plan must not change result type”: the driver continues using the name, which PostgreSQL refuses each time.
const isStalePlan = (error: unknown): error is Error => (error as { readonly code?: string }).code === '0A000'

type Session = Pick<pg.Client, 'query'>

/** Subscribes a session of its own to the messages of a channel. */
export const listenTo = (session: Session, channel: string) => session.query(`listen ${channel}`)

/** Notifies the sessions that listen to a channel, on every process. `payload` has at most 8,000 bytes. */
export const notify = (session: Session, channel: string, payload: string) =>
  session.query('select pg_notify($1, $2)', [channel, payload])
