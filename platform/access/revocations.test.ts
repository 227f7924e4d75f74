import { once } from 'node:events'
import { setTimeout as later } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openRelay } from '../audit/index.ts'
import { testDatabase } from '../../testing/database.ts'
import { framesOf } from '../../testing/network/frames.ts'
import { scene } from '../../testing/scene.ts'
import { signIn, testCookies } from '../../testing/people/sessions.ts'
import { asOwner } from '../../testing/database-state.ts'
import { tinyServer } from '../../testing/tiny/server.ts'
import { watchThing } from '../../testing/tiny/watch-thing.ts'
import { refuse } from '../refusal/refusal.ts'
import { handle } from '../handler/index.ts'
import { openStreams } from '../http/streams/streams.ts'
import type { Database } from '../db/database.ts'
import {
  announce,
  announceText,
  isRevoked,
  onRevocation,
  openCredentials,
  revoke,
  type Caller,
  type Revocation,
} from './index.ts'

const { url, database } = await testDatabase()
const place = { baseUrl: 'http://127.0.0.1', database }
const change = (text: string, values: unknown[]) => (tx: Parameters<Parameters<Database['identity']>[0]>[0]) =>
  tx.query({ text, values })

test('a revoked key or session leaves the cache on commit, and stays on rollback', async () => {
  const credentials = openCredentials(database, { cookies: testCookies })
  const { workspace, join } = await scene(place)
  const { userId, caller } = await join('member')
  const { cookie } = await signIn(place, userId, { workspace })
  const found = async () => [
    (await credentials.keys.principal(caller.key!))?.membershipRole,
    (await credentials.sessions.principal(cookie))?.membershipRole,
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

test('another process receives the revocation through the database', async () => {
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

test('an unreadable revocation message applies to everyone', () => {
  const heard: Revocation[] = []
  const stop = onRevocation((revocation) => heard.push(revocation))
  for (const text of [undefined, '', 'nonsense', 'null', '{"userIds":["x"],"workspaceId":7}']) announceText(text)
  stop()
  expect(heard).toEqual([{}, {}, {}, {}, {}])
  expect(isRevoked({}, { userId: 'a', workspaceId: 'b' })).toBe(true)
})

test('a revocation applies only to its own people and workspace', () => {
  const held = { userId: 'a', workspaceId: 'b' }
  expect(isRevoked({ userIds: ['a'] }, held)).toBe(true)
  expect(isRevoked({ userIds: ['c'] }, held)).toBe(false)
  expect(isRevoked({ workspaceId: 'b' }, held)).toBe(true)
  expect(isRevoked({ userIds: ['a'], workspaceId: 'c' }, held)).toBe(false)
  expect(isRevoked({ workspaceId: 'c' }, { ...held, workspaceId: null })).toBe(true)
})

test.each([
  ['whose person is removed', 'delete from membership where user_id = $1'],
  ['whose person is demoted', `update membership set role = 'client' where user_id = $1`],
  ['whose session is ended', 'delete from session where user_id = $1'],
])('revocation closes an open stream %s, and leaves other streams open', async (_case, text) => {
  const credentials = openCredentials(database, { cookies: testCookies })
  const streams = openStreams({ credentials, database })
  const { workspace, join } = await scene(place)
  const open = async (role: 'admin' | 'member') => {
    const { userId } = await join(role)
    const { cookie } = await signIn(place, userId, { workspace })
    const held = (await credentials.sessions.principal(cookie)) as Caller
    const reader = { held, decision: userId, decide: () => Promise.resolve() }
    return { userId, stream: streams.open(reader, new AbortController().signal) }
  }
  const leaves = await open('admin')
  const stays = await open('member')
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

test('frames wait for the revocation check, also when the database cannot answer at once', async () => {
  const credentials = openCredentials(database, { cookies: testCookies })
  const { workspace, join } = await scene(place)
  const { userId } = await join('member')
  const { cookie } = await signIn(place, userId, { workspace })
  let failures = 1
  const stillGood: typeof credentials.stillGood = (held) =>
    failures-- > 0 ? Promise.reject(new Error('no connection')) : credentials.stillGood(held)
  const streams = openStreams({ credentials: { ...credentials, stillGood }, database })
  const held = (await credentials.sessions.principal(cookie)) as Caller
  const asked = { refused: 0, allowed: 0 }
  const open = (outcome: keyof typeof asked) =>
    streams.open(
      {
        held,
        decision: outcome,
        decide: async () => {
          asked[outcome] += 1
          if (outcome === 'refused') refuse('forbidden')
        },
      },
      new AbortController().signal,
    )
  const loses = open('refused')
  const keeps = open('allowed')
  const keepsToo = open('allowed')
  expect(loses.settled()).toBeUndefined()
  announce({ userIds: [userId] })
  expect(loses.settled()).toBeInstanceOf(Promise)
  await Promise.all([loses.settled(), keeps.settled(), keepsToo.settled()])
  expect([loses, keeps, keepsToo].map(({ ends }) => ends.aborted)).toEqual([true, false, false])
  expect([keeps.settled(), asked.allowed]).toEqual([undefined, 2])
  streams.close()
  await credentials.close()
})

test('a handler stops reading when its stream ends', async () => {
  const stopped = Promise.withResolvers<void>()
  const server = await tinyServer([
    handle(watchThing, async ({ signal, ok }) =>
      ok(
        (async function* () {
          yield { event: 'tick', data: {} } as const
          await once(signal, 'abort')
          stopped.resolve()
        })(),
      ),
    ),
  ])
  const { join } = await scene(server)
  const { caller, keyId } = await join('member')
  const frames = framesOf(await caller.open(watchThing))
  expect((await frames.next()).value).toMatchObject({ event: 'tick' })
  await asOwner(server, 'update api_key set revoked_at = now(), revoked_by = user_id where id = $1', [keyId])
  expect((await frames.next()).done).toBe(true)
  await stopped.promise
})
