import { once } from 'node:events'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createProjectImport,
  finalizeProjectImport,
  uploadProjectImportBundle,
} from '../../../domains/code/imports/contract.ts'
import { exportAuditLog } from '../../../domains/record/audit/contract.ts'
import { createProject, deleteProject, listProjects } from '../../../domains/code/projects/contract.ts'
import { streamCycle } from '../../../domains/delivery/cycles/contract.ts'
import { callerOf, type Reply } from '../../../testing/caller.ts'
import { crowd, racingOnce } from '../../../testing/racing.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { tinyServer } from '../../../testing/tiny/server.ts'
import { watchThing } from '../../../testing/tiny/watch-thing.ts'
import { handle } from '../../handler/index.ts'
import {
  breakThing,
  knownThing,
  changeThing,
  makeThing,
  readThings,
  thingHandlers,
} from '../../../testing/tiny/things.ts'
import { networkOf } from '../../waiting/index.ts'
import { loadOf, noLimits } from './limits.ts'

const rates = { reads: 5, changes: 3, heavy: 2, strangers: 4, streams: 0 }
const server = await tinyServer(thingHandlers, { rates, trustedProxies: ['127.0.0.1', '::1'] })
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
const told = ({ headers }: Reply) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]
const times = async (n: number, call: () => Promise<Reply>) => {
  const replies: Reply[] = []
  for (let at = 0; at < n; at += 1) replies.push(await call())
  return replies
}

describe('a credential', () => {
  test('429 over its reads per minute with Retry-After, while its changes continue', async () => {
    const { owner, member } = await scene(server)
    const replies = await times(6, () => owner.call(readThings))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    const policy = '"reads";q=5;w=60'
    const remaining = replies.map((reply) => told(reply)[1]!.replace(/t=\d+$/, 't'))
    expect(replies.map((reply) => told(reply)[0])).toEqual(replies.map(() => policy))
    expect(remaining).toEqual([4, 3, 2, 1, 0, 0].map((left) => `"reads";r=${left};t`))
    const { headers } = replies.at(-1)!
    expectError(replies.at(-1)!, 429, 'rate_limited')
    expect(Number(headers.get('retry-after'))).toBe(Number(/t=(\d+)/.exec(headers.get('ratelimit')!)![1]))
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await owner.call(makeThing, { body: { name: 'a' } })).status).toBe(201)
    expect((await member.call(readThings)).status).toBe(200)
  })

  test('429 over its changes per minute, before the body is parsed and without a change', async () => {
    const { owner, rows } = await scene(server)
    const bad = { id: knownThing, body: { state: 'nonsense' } }
    const replies = await times(4, () => owner.call(changeThing, bad))
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 429])
    expect(await rows('audit_row')).toEqual([])
  })

  test('404 counts against its limit', async () => {
    const { client } = await scene(server)
    const replies = await times(4, () => client.call(changeThing, { id: knownThing, body: { state: 'free' } }))
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 429])
  })

  test('200 for exactly its limit of concurrent requests', async () => {
    const { owner } = await scene(server)
    const { statuses } = await racingOnce(crowd, () => owner.call(readThings))
    expect(statuses).toEqual({ 200: 5, 429: crowd - 5 })
  })

  test('500 counts against its limit', async () => {
    const { owner } = await scene(server)
    const [broken] = await times(1, () => owner.call(breakThing, { how: 'badly' }))
    expect([broken!.status, told(broken!)[0]]).toEqual([500, '"reads";q=5;w=60'])
  })
})

describe('an address without a credential', () => {
  const stranger = callerOf(server.baseUrl, undefined)

  test('429 in place of 401 for that address only, and 200 for a valid key from it', async () => {
    const { owner } = await scene(server)
    const replies = await times(5, () => stranger.call(readThings, from('203.0.113.7')))
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429])
    expect(told(replies.at(-1)!)[0]).toBe('"strangers";q=4;w=60')
    expect((await owner.call(readThings, from('203.0.113.7'))).status).toBe(200)
    expect((await stranger.call(readThings, from('203.0.113.8'))).status).toBe(401)
  })

  test('401 for an invalid key counts against the address', async () => {
    const guesser = () => callerOf(server.baseUrl, `atl_${'x'.repeat(43)}`).call(readThings, from('203.0.113.9'))
    expect((await times(5, guesser)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 429])
  })

  test('X-Forwarded-For of an untrusted proxy is ignored', async () => {
    const { baseUrl } = await tinyServer(thingHandlers, { rates })
    const lying = callerOf(baseUrl, undefined)
    const replies = await Promise.all([1, 2, 3, 4, 5].map((n) => lying.call(readThings, from(`198.51.100.${n}`))))
    expect(replies.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 429])
  })

  test('200 for health checks over the limit', async () => {
    await times(5, () => stranger.call(readThings, from('203.0.113.10')))
    const asked = await Promise.all(
      ['/healthz', '/readyz'].map((path) => fetch(server.baseUrl + path, from('203.0.113.10'))),
    )
    expect(asked.map(({ status, headers }) => [status, headers.get('ratelimit')])).toEqual([
      [200, null],
      [200, null],
    ])
  })
})

test('429 above a credential’s limit of streams until one closes, and 200 for other credentials', async () => {
  const watched = handle(watchThing, async ({ signal, ok }) => ok(ticksUntil(signal)))
  const streaming = await tinyServer([watched], { rates: { ...noLimits, streams: 3 } })
  const { owner, member } = await scene(streaming)
  const opened = await Promise.all(Array.from({ length: crowd }, () => owner.open(watchThing)))
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(opened.filter(({ status }) => status === 429)).toHaveLength(crowd - 3)
  const refused = await owner.call(watchThing)
  expectError(refused, 429, 'too_many_streams')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const leaving = new AbortController()
  expect((await member.open(watchThing, {}, { signal: leaving.signal })).status).toBe(200)
  for (let nth = 0; nth < 2; nth += 1) expect((await member.open(watchThing)).status).toBe(200)
  expect((await member.open(watchThing)).status).toBe(429)
  leaving.abort()
  await expect.poll(async () => (await member.open(watchThing)).status).toBe(200)
})

const ticksUntil = async function* (signal: AbortSignal) {
  yield { event: 'tick', data: {} } as const
  await once(signal, 'abort')
}

test('0 disables the limit and its headers', async () => {
  const free = await tinyServer(thingHandlers, { rates: noLimits })
  const { owner } = await scene(free)
  const replies = await times(20, () => owner.call(readThings))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(told(replies[0]!)).toEqual([null, null])
})

test('the load of an operation comes from its declaration', () => {
  expect([listProjects, streamCycle].map(loadOf)).toEqual(['reads', 'reads'])
  expect([createProject, deleteProject].map(loadOf)).toEqual(['changes', 'changes'])
  const heavy = [createProjectImport, uploadProjectImportBundle, finalizeProjectImport, exportAuditLog]
  expect(heavy.map(loadOf)).toEqual(['heavy', 'heavy', 'heavy', 'heavy'])
})

test('an IPv6 address counts with its /64, an IPv4 address individually, in any spelling', () => {
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('2001:db8:0:1::5')).toBe(networkOf('2001:0db8:0000:0001:ffff::1'))
  expect(networkOf('2001:db8:0:1::5')).not.toBe(networkOf('2001:db8:0:2::5'))
  const part = fc.integer({ min: 0, max: 0xffff })
  const four = fc.tuple(part, part, part, part)
  fc.assert(
    fc.property(four, four, four, (network, one, other) => {
      fc.pre(network.some((value) => value > 0))
      const address = (host: readonly number[]) => [...network, ...host].map((value) => value.toString(16)).join(':')
      expect(networkOf(address(one))).toBe(networkOf(address(other)))
      expect(networkOf(address(one))).toContain(network.map((value) => value.toString(16)).join(':'))
    }),
  )
})
