import { once } from 'node:events'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { hint, sharedReadsOf, openRelay } from './index.ts'

const { url } = await testDatabase()
const errors: string[] = []
const relay = openRelay(url, (error) => errors.push(error.message))
afterAll(() => relay.close())

/** Another process, from the database's view. */
const openPeer = async () => {
  const peer = new pg.Client({ connectionString: url })
  await peer.connect()
  await peer.query('listen atelier_feed')
  return peer
}

test('hints of many workspaces reach the other processes at least once each', async () => {
  const peer = await openPeer()
  const wanted = new Set(Array.from({ length: 500 }, () => uuidv7()))
  const told = new Promise<void>((resolve) => {
    peer.on('notification', ({ payload }) => {
      for (const name of payload!.split(' ')) wanted.delete(name)
      if (wanted.size === 0) resolve()
    })
  })
  // Hints are lost until the relay listens itself.
  const again = setInterval(() => [...wanted].forEach(hint), 50)
  await told
  clearInterval(again)
  await peer.end()
})

test('a hint from another process wakes waiting readers, and a lost session reconnects', async () => {
  const peer = await openPeer()
  const workspace = uuidv7()
  const hinted = async () => {
    for (;;) {
      const { over } = sharedReadsOf(workspace)
      await peer.query('select pg_notify($1, $2)', ['atelier_feed', workspace])
      if (await over) return
    }
  }
  await hinted()
  const lost = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'atelier feed'`
  await peer.query(lost)
  await hinted()
  expect(errors.length).toBeGreaterThan(0)
  const ended = once(peer, 'end')
  await peer.end()
  await ended
})
