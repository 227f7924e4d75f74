import { gzipSync, brotliCompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { openFetcher, type FetchSettings } from './fetcher.ts'
import { FetchRefusal } from './refusal.ts'

const site = await loopbackSite((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://site')
  const to = searchParams.get('to')
  if (to !== null) return void response.writeHead(Number(searchParams.get('status') ?? 302), { location: to }).end()
  const found = answers[pathname]
  if (!found) return void response.writeHead(404, { 'content-type': 'text/html' }).end()
  const { head = {}, body = '' } = found
  response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8', ...head }).end(body)
})
const answers: Record<string, { head?: Record<string, string>; body?: string | Buffer }> = {
  '/': { body: 'hello' },
  '/gzip': { head: { 'content-encoding': 'gzip' }, body: gzipSync('hello') },
  '/br': { head: { 'content-encoding': 'br' }, body: brotliCompressSync('hello') },
  '/bomb': { head: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(64 * 2 ** 20)) },
  '/no-gzip': { head: { 'content-encoding': 'gzip' }, body: 'hello' },
  '/twice': { head: { 'content-encoding': 'gzip, gzip' }, body: gzipSync(gzipSync('hello')) },
  '/png': { head: { 'content-type': 'image/png' }, body: 'hello' },
  '/untyped': { head: { 'content-type': '' }, body: 'hello' },
  '/cookie': { head: { 'set-cookie': 'a=b' }, body: 'hello' },
}

const fetcherOf = (settings: FetchSettings = {}) =>
  openFetcher({ privateHosts: [site.host, `site.test:${site.port}`], resolve: async () => ['127.0.0.1'], ...settings })
const read = (url: string, settings?: FetchSettings, maxBytes = 1_000) =>
  fetcherOf(settings).read({ url: new URL(url, site.url).href, accept: ['text/html'], maxBytes })
const reasonOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof FetchRefusal ? error.reason : error),
  )

test('reads a page with its type and final address, in any encoding', async () => {
  for (const path of ['/', '/gzip', '/br']) {
    const { bytes, mediaType, charset, url } = await read(path)
    expect([bytes.toString(), mediaType, charset, url.pathname]).toEqual(['hello', 'text/html', 'utf-8', path])
  }
})

test('sends the host name to the checked address, without cookies and credentials', async () => {
  const { url } = await read(`http://site.test:${site.port}/cookie?to=/cookie`)
  expect(url.hostname).toBe('site.test')
  expect(site.asked.at(-1)).toBe(`GET site.test:${site.port}/cookie`)
})

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://0/',
  'http://127.0.0.1./',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://192.0.2.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://intranet/',
  'http://metadata/',
])('%s is refused before any lookup', async (url) => {
  const resolve = vi.fn(async () => ['93.184.216.34'])
  const reading = openFetcher({ resolve }).read({ url, accept: ['*/*'], maxBytes: 9 })
  expect(await reasonOf(reading)).toBe('unreachable')
  expect(resolve).not.toHaveBeenCalled()
})

test.each([
  ['', 'address'],
  ['acme.example', 'address'],
  ['ftp://acme.example/', 'address'],
  ['file:///etc/passwd', 'address'],
  ['data:text/html,x', 'address'],
  ['javascript:alert(1)', 'address'],
  ['gopher://acme.example/', 'address'],
  ['http://[fe80::1%25eth0]/', 'address'],
  ['http://[::1%eth0]/', 'address'],
  ['http://a b/', 'address'],
  [`https://acme.example/${'x'.repeat(2_048)}`, 'address'],
  ['https://user@acme.example/', 'credentials'],
  ['https://user:password@acme.example/', 'credentials'],
  ['https://127.0.0.1@acme.example/', 'credentials'],
  ['https://acme.example:22/', 'port'],
  ['https://acme.example:5432/', 'port'],
  ['http://93.184.216.34:6379/', 'port'],
])('%s is refused: %s', async (url, reason) => {
  const resolve = vi.fn(async () => ['127.0.0.1'])
  expect(await reasonOf(openFetcher({ resolve }).read({ url, accept: ['*/*'], maxBytes: 9 }))).toBe(reason)
  expect(resolve).not.toHaveBeenCalled()
})

test.each([
  [['127.0.0.1']],
  [['93.184.216.34', '127.0.0.1']],
  [['2606:4700::1111', '::1']],
  [['::ffff:10.0.0.1']],
  [['fe80::1%eth0']],
  [[]],
])('a name that resolves to %j fails like a name that does not resolve', async (addresses) => {
  const [listed, unknown] = await Promise.all(
    [async () => addresses, () => Promise.reject(new Error('ENOTFOUND'))].map((resolve) =>
      openFetcher({ resolve })
        .read({ url: 'http://inside.example/', accept: ['*/*'], maxBytes: 9 })
        .catch((error: unknown) => error as FetchRefusal),
    ),
  )
  expect(listed).toMatchObject({ reason: 'unreachable', message: (unknown as FetchRefusal).message })
  expect((listed as FetchRefusal).message).not.toMatch(/\d+\.\d+|::/)
})

test('a name that changes its address after the check is connected to at the checked address', async () => {
  const inside = await loopbackSite((_request, response) => void response.end('secret'), {
    address: '127.0.0.2',
    port: site.port,
  })
  const answered = [['127.0.0.1'], ['127.0.0.2']]
  const resolve = vi.fn(async () => answered.shift() ?? ['127.0.0.2'])
  const { bytes } = await read(`http://site.test:${site.port}/`, { resolve })
  expect([bytes.toString(), resolve.mock.calls.length, inside.asked]).toEqual(['hello', 1, []])
})

test('a name is looked up and checked again at each redirect', async () => {
  const answered = [['127.0.0.1'], ['10.0.0.1']]
  const resolve = vi.fn(async () => answered.shift() ?? [])
  const reading = read('/?to=http://rebound.example/', { resolve })
  expect(await reasonOf(reading)).toBe('unreachable')
})

test.each([
  'http://127.0.0.1/',
  'http://127.0.0.2:8080/',
  'http://localhost/',
  'http://169.254.169.254/latest/',
  '//10.0.0.1/',
  'http://2130706433/',
])('a redirect to %s is refused', async (to) => {
  expect(await reasonOf(read(`/?to=${encodeURIComponent(to)}`))).toBe('unreachable')
})

test.each([
  ['file:///etc/passwd', 'address'],
  ['http://user@site.test/', 'credentials'],
  ['http://site.test:1/', 'port'],
  ['https://acme.example:22/', 'port'],
])('a redirect to %s is refused: %s', async (to, reason) => {
  expect(await reasonOf(read(`/?to=${encodeURIComponent(to)}`))).toBe(reason)
})

test('a public page cannot lead to a private host by a redirect or a link', async () => {
  const page = await read('/')
  const fetcher = fetcherOf()
  const publicPage = { ...page, target: { ...page.target, isPrivate: false } }
  const request = { url: `${site.url}/`, accept: ['text/html'], maxBytes: 99 }
  expect(await reasonOf(fetcher.read({ ...request, from: publicPage }))).toBe('unreachable')
  expect(await reasonOf(fetcher.read({ ...request, from: page }))).toBe('read')
})

test('an https page redirects and links only to https', async () => {
  const page = await read('/')
  const secure = { ...page, target: { ...page.target, url: new URL('https://site.test/') } }
  const reading = fetcherOf().read({ url: site.url, from: secure, accept: ['text/html'], maxBytes: 99 })
  expect(await reasonOf(reading)).toBe('downgrade')
})

test('five redirects are followed; a sixth and a loop are refused', async () => {
  const nested = (count: number): string => (count === 0 ? '/' : `/?to=${encodeURIComponent(nested(count - 1))}`)
  expect((await read(nested(5))).bytes.toString()).toBe('hello')
  expect(await reasonOf(read(nested(6)))).toBe('redirects')
  expect(await reasonOf(read('/?to=%3Fto%3D%252F'))).toBe('read')
})

test.each([
  ['/nowhere', 'status'],
  ['/png', 'type'],
  ['/untyped', 'type'],
  ['/no-gzip', 'broken'],
  ['/twice', 'encoding'],
  ['/bomb', 'size'],
])('%s is refused: %s', async (path, reason) => {
  expect(await reasonOf(read(path, {}, 100_000))).toBe(reason)
})

test('a body is read up to exactly the allowed size', async () => {
  expect(await reasonOf(read('/', {}, 5))).toBe('read')
  for (const path of ['/', '/gzip']) expect(await reasonOf(read(path, {}, 4))).toBe('size')
})

test('proxies of the environment are not used', async () => {
  const proxy = await loopbackSite((_request, response) => void response.end('proxied'))
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, proxy.url)
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  expect((await read('/')).bytes.toString()).toBe('hello')
  vi.unstubAllEnvs()
  expect(proxy.asked).toEqual([])
})

test('the look-up of a kept connection judges the name at each connection, and a literal address before any', async () => {
  const addresses = ['93.184.216.34']
  const guarded = openFetcher({ resolve: async () => [...addresses] }).guard('https://api.example.com/v1')
  const lookUp = (options: object) =>
    new Promise((resolve) => guarded('elsewhere.example', options, (...told) => resolve(told)))
  expect(await lookUp({ all: true })).toEqual([null, [{ address: '93.184.216.34', family: 4 }]])
  expect(await lookUp({})).toEqual([null, '93.184.216.34', 4])
  addresses.push('10.0.0.7')
  expect(await lookUp({ all: true })).toEqual([expect.objectContaining({ reason: 'unreachable' }), ''])
  for (const url of [
    'https://127.0.0.1/v1',
    'https://[fd00::1]/v1',
    'https://localhost/v1',
    'https://api.example.com:22/',
  ])
    expect(() => fetcherOf({ privateHosts: [] }).guard(url)).toThrow(FetchRefusal)
})
