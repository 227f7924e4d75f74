import { once } from 'node:events'
import { setTimeout as later } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openRelay } from '../audit/index.ts'
import { testDatabase } from '../../testing/database.ts'
import { scene } from '../../testing/scene.ts'
import { signIn, testCookies } from '../../testing/sessions.ts'
import { openStreams } from '../http/streams.ts'
import type { Database } from '../db/database.ts'
import { announceText, concerns, onRevocation, openCredentials, revoke, type Held, type Revocation } from './index.ts'

const { url, database } = await testDatabase()
const place = { baseUrl: 'http://127.0.0.1', database }
const change = (text: string, values: unknown[]) => (tx: Parameters<Parameters<Database['identity']>[0]>[0]) =>
  tx.query({ text, values })

test('a key and a session are forgotten with the commit that takes them away, and not by a rollback', async () => {
  const credentials = openCredentials(database, { cookies: testCookies })
  const { workspace, join } = await scene(place)
  const { userId, caller } = await join('member')
  const { cookie } = await signIn(place, userId, { workspace })
  const found = async () => [
    (await credentials.keys.principal(caller.key!))?.place,
    (await credentials.sessions.principal(cookie))?.place,
  ]
  expect(await found()).toEqual(['member', 'member'])
  const demote = (fails: boolean) =>
    database.identity(async (tx) => {
      await change(`update membership set role = 'client' where user_id = $1`, [userId])(tx)
      revoke(tx, { userIds: [userId], workspaceId: workspace })
      if (fails) throw new Error('rolled back')
    })
  await demote(true).catch(() => undefined)
  expect(await found()).toEqual(['member', 'member'])
  await demote(false)
  expect(await found()).toEqual(['client', 'client'])
  await credentials.close()
})

test('another process hears of it through the database', async () => {
  const heard: Revocation[] = []
  const relay = openRelay(url, () => undefined)
  const { workspace, clientId } = await scene(place)
  const said = { userIds: [clientId], workspaceId: workspace }
  const stop = onRevocation((revocation) => heard.push(revocation))
  // Twice: announced here with the commit, and heard again as every other process hears it.
  const twice = () => heard.filter((one) => JSON.stringify(one) === JSON.stringify(said)).length > 1
  while (!twice()) {
    heard.length = 0
    await database.identity(async (tx) => revoke(tx, said))
    await later(20)
  }
  stop()
  await relay.close()
})

test('what cannot be read is about everybody', () => {
  const heard: Revocation[] = []
  const stop = onRevocation((revocation) => heard.push(revocation))
  for (const text of [undefined, '', 'nonsense', 'null', '{"userIds":["x"],"workspaceId":7}']) announceText(text)
  stop()
  expect(heard).toEqual([{}, {}, {}, {}, {}])
  expect(concerns({}, { userId: 'a', workspaceId: 'b' })).toBe(true)
})

test('a revocation is about its own people and its own workspace', () => {
  const held = { userId: 'a', workspaceId: 'b' }
  expect(concerns({ userIds: ['a'] }, held)).toBe(true)
  expect(concerns({ userIds: ['c'] }, held)).toBe(false)
  expect(concerns({ workspaceId: 'b' }, held)).toBe(true)
  expect(concerns({ userIds: ['a'], workspaceId: 'c' }, held)).toBe(false)
  expect(concerns({ workspaceId: 'c' }, { ...held, workspaceId: null })).toBe(true)
})

test.each([
  ['whose person is removed', 'delete from membership where user_id = $1'],
  ['whose person is demoted', `update membership set role = 'client' where user_id = $1`],
  ['whose session is ended', 'delete from session where user_id = $1'],
])('an open stream %s is cut, and its neighbour’s is not', async (_case, text) => {
  const credentials = openCredentials(database, { cookies: testCookies })
  const streams = openStreams(credentials)
  const { workspace, join } = await scene(place)
  const open = async (role: 'admin' | 'member') => {
    const { userId } = await join(role)
    const { cookie } = await signIn(place, userId, { workspace })
    const held = (await credentials.sessions.principal(cookie)) as Held
    return { userId, stream: streams.open(held, new AbortController().signal) }
  }
  const [leaves, stays] = [await open('admin'), await open('member')]
  const cut = once(leaves.stream.ends, 'abort')
  await database.identity(async (tx) => {
    await change(text, [leaves.userId])(tx)
    revoke(tx, { userIds: [leaves.userId] })
  })
  await cut
  expect(stays.stream.ends.aborted).toBe(false)
  streams.close()
  await credentials.close()
})
