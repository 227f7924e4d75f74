import type pg from 'pg'

type Session = Pick<pg.Client, 'query'>

/** Subscribes a session of its own to the messages of a channel. */
export const listenTo = (session: Session, channel: string) => session.query(`listen ${channel}`)

/** Notifies the sessions that listen to a channel, on every process. `payload` has at most 8,000 bytes. */
export const notify = (session: Session, channel: string, payload: string) =>
  session.query('select pg_notify($1, $2)', [channel, payload])
