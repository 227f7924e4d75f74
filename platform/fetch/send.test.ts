import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { openFetcher, type FetchSettings } from './fetcher.ts'

interface SeenRequest {
  readonly method: string | undefined
  readonly key: string | string[] | undefined
  readonly body: string
}
const seen: SeenRequest[] = []

const site = await loopbackSite((request, response) => {
  const answer = (body: string) => {
    seen.push({ method: request.method, key: request.headers['x-api-key'], body })
    const { pathname } = new URL(request.url!, 'http://site')
    if (pathname === '/elsewhere') return response.writeHead(307, { location: `${site.url}/` }).end()
    if (pathname === '/large') return response.end(gzipSync(Buffer.alloc(2 ** 20)))
    if (pathname === '/silent') return undefined
    return response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' }).end('{"slow":true}')
  }
  text(request).then(answer, () => response.destroy())
})

const send = (path: string, settings: FetchSettings = { privateHosts: [site.host] }, withinMs = 5_000) =>
  openFetcher(settings).send({
    url: new URL(path, site.url).href,
    method: 'POST',
    headers: { 'x-api-key': 'secret' },
    body: '{"q":1}',
    maxBytes: 1_000,
    withinMs,
  })

test('a request is sent with its headers and body, and any status is an answer', async () => {
  const { status, headers, bytes, mediaType } = await send('/')
  expect([status, headers['retry-after'], bytes.toString(), mediaType]).toEqual([
    429,
    '7',
    '{"slow":true}',
    'application/json',
  ])
  expect(seen.at(-1)).toEqual({ method: 'POST', key: 'secret', body: '{"q":1}' })
})

test('a redirect is refused, so that no key is sent to another address', async () => {
  const before = seen.length
  await expect(send('/elsewhere')).rejects.toMatchObject({ reason: 'redirects' })
  expect(seen.length - before).toBe(1)
})

test('an answer that is too large or does not come is refused', async () => {
  await expect(send('/large')).rejects.toMatchObject({ reason: 'size' })
  await expect(send('/silent', undefined, 50)).rejects.toMatchObject({ reason: 'slow' })
})

test('a header with a line break is refused before anything is sent', async () => {
  const before = seen.length
  const request = { url: site.url, method: 'POST' as const, maxBytes: 9, withinMs: 5_000 }
  const odd: readonly Record<string, string>[] = [{ key: 'a\r\nhost: b' }, { 'x\n': 'a' }, { key: '\ud800' }]
  for (const headers of odd)
    await expect(openFetcher({ privateHosts: [site.host] }).send({ ...request, headers })).rejects.toMatchObject({
      reason: 'header',
    })
  expect(seen).toHaveLength(before)
})

const stream = (path: string, settings: FetchSettings = { privateHosts: [site.host] }) =>
  openFetcher(settings).stream({
    url: new URL(path, site.url).href,
    method: 'DELETE',
    headers: { 'x-api-key': 'secret' },
    maxBytes: 1_000,
    headMs: 5_000,
    idleMs: 5_000,
    signal: new AbortController().signal,
  })

test('a stream returns any answer as it comes, a redirect as well, follows none and is bounded', async () => {
  const before = seen.length
  const { status, headers, content } = await stream('/')
  expect([status, headers['retry-after'], await text(content)]).toEqual([429, '7', '{"slow":true}'])
  const away = await stream('/elsewhere')
  expect([away.status, away.headers.location, await text(away.content)]).toEqual([307, `${site.url}/`, ''])
  await expect(stream('/large').then(({ content: large }) => text(large))).rejects.toMatchObject({ reason: 'size' })
  expect(seen.slice(before).map(({ method, key }) => [method, key])).toEqual(Array(3).fill(['DELETE', 'secret']))
  await expect(stream('/', {})).rejects.toMatchObject({ reason: 'unreachable' })
})

test('nothing is sent to a private address, by its number or by a name that leads there', async () => {
  const before = seen.length
  await expect(send('/', {})).rejects.toMatchObject({ reason: 'unreachable' })
  const resolve = async () => ['127.0.0.1']
  await expect(send('http://api.example.com/', { resolve })).rejects.toMatchObject({ reason: 'unreachable' })
  expect(seen.length).toBe(before)
})
