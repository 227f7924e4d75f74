import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registryRoute, seenFrom } from './registry-route.ts'

const seenAs = 'http://npm.packages.internal/'
let servers: Server[]
let asked: { method: string | undefined; url: string | undefined; authorization: string | undefined }[]

beforeEach(() => {
  servers = []
  asked = []
})
afterEach(() => {
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
})

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** A registry below /npm/, and what leads to it. */
const world = async (credentials = 'reader:s3cret@') => {
  const upstream = await serve((request, response) => {
    const { method, url, headers } = request
    asked.push({ method, url, authorization: headers.authorization })
    const base = `http://${headers.host}/npm/`
    if (url === '/npm/here') response.writeHead(302, { location: '/npm/there' }).end()
    else if (url === '/npm/away') response.writeHead(302, { location: 'https://cdn.example.com/npm/x.tgz?key=1' }).end()
    else if (url === '/npm/bytes') response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(base)
    else
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ tarball: `${base}x.tgz` }))
  })
  const address = await serve(registryRoute(`${upstream.replace('//', `//${credentials}`)}npm/`, seenAs))
  const get = (path: string, init: RequestInit = {}) => fetch(address + path, { redirect: 'manual', ...init })
  return { upstream, get }
}

test('a request to read gets the credentials, and addresses of the upstream become addresses that the sandbox knows', async () => {
  const { get } = await world()
  const answer = await get('@scope%2fname', { headers: { authorization: 'Bearer of-the-sandbox', cookie: 'a=b' } })
  expect([answer.status, await answer.json()]).toEqual([200, { tarball: `${seenAs}x.tgz` }])
  const authorization = `Basic ${Buffer.from('reader:s3cret').toString('base64')}`
  expect(asked).toMatchObject([{ method: 'GET', url: '/npm/@scope%2fname', authorization }])
})

test('a name without a password is a token', async () => {
  const { get } = await world('t0ken@')
  await get('x')
  expect(asked[0]!.authorization).toBe('Bearer t0ken')
})

test('bytes are passed on as they are', async () => {
  const { upstream, get } = await world()
  expect(await (await get('bytes')).text()).toBe(`${upstream}npm/`)
})

describe('redirects', () => {
  test('within the registry lead to its address in the sandbox', async () => {
    const { get } = await world()
    expect((await get('here')).headers.get('location')).toBe(`${seenAs}there`)
  })

  test('to another host are passed on and not followed, so that no credentials go there', async () => {
    const { get } = await world()
    const answer = await get('away')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://cdn.example.com/npm/x.tgz?key=1'])
    expect(asked).toHaveLength(1)
  })
})

test.each(['PUT', 'POST', 'DELETE', 'PATCH'])('%s is refused, and nothing is asked', async (method) => {
  const { get } = await world()
  expect((await get('x', { method })).status).toBe(403)
  expect(asked).toEqual([])
})

test.each(['..%2fadmin', '%2e%2e/admin', 'a/..%5cadmin', '..%2F..%2Fadmin', '.%2e/admin'])(
  'the path %s, which leads out of the registry, is refused or stays in it',
  async (path) => {
    const { get } = await world()
    await get(path)
    expect(asked.filter(({ url }) => !url!.startsWith('/npm/') || /\.\.|%2e/i.test(url!))).toEqual([])
  },
)

test('a registry that does not answer is a 502 with a sentence', async () => {
  const { get } = await world()
  servers[0]!.closeAllConnections()
  servers[0]!.close()
  const answer = await get('x')
  expect([answer.status, await answer.text()]).toEqual([502, 'The registry did not answer. Try again later.\n'])
})

test('the whole answer arrives if the upstream closes before it was read', async () => {
  const body = Buffer.alloc(192 * 1_024, 'x')
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\ncontent-length: ${body.length}\r\n\r\n`
  const upstream = createTcpServer((socket) => {
    socket.once('data', () => {
      socket.write(head)
      socket.end(body)
    })
  })
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  const { port } = upstream.address() as AddressInfo
  const route = registryRoute(`http://127.0.0.1:${port}/`, seenAs)
  // A client that reads slowly: the answer is cut into pieces that each wait.
  const address = await serve((request, response) => {
    const write = response.write.bind(response) as (chunk: unknown) => boolean
    response.write = ((chunk: unknown) => {
      write(chunk)
      setTimeout(() => response.emit('drain'), 20)
      return false
    }) as typeof response.write
    route(request, response)
  })
  const [response] = (await once(get(`${address}x.tgz`), 'response')) as [IncomingMessage]
  let sizeBytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) sizeBytes += chunk.length
  expect(sizeBytes).toBe(body.length)
  upstream.close()
})

/** Beginnings of answers as public registries gave them on 26 November 2026, with `{base}` for their address. */
const recorded = [
  [
    'npm',
    'application/json',
    '{"_id": "is-odd", "versions": {"3.0.1": {"dist": {"tarball": "{base}is-odd/-/is-odd-3.0.1.tgz"}}}}',
  ],
  [
    'pypi',
    'application/vnd.pypi.simple.v1+json',
    '{"files": [{"filename": "iniconfig-2.0.0-py3-none-any.whl", "url": "{base}packages/ef/a6/iniconfig-2.0.0-py3-none-any.whl"}]}',
  ],
  ['crates', 'application/json', '{"dl": "{base}v1/crates", "api": "{base}api"}'],
  ['go', 'text/plain', 'v1.5.0\nv1.6.0\n'],
  [
    'maven',
    'text/xml',
    '<metadata><groupId>junit</groupId><artifactId>junit</artifactId><versioning><release>4.13.2</release></versioning></metadata>',
  ],
] as const

test.each(recorded)(
  'a recorded answer of %s leads a package manager to nothing but the broker',
  async (_, type, body) => {
    const upstream = await serve((request, response) => {
      const base = `http://${request.headers.host}/`
      response.writeHead(200, { 'content-type': type }).end(body.replaceAll('{base}', base))
    })
    const address = await serve(registryRoute(upstream, seenAs))
    expect(await (await fetch(address)).text()).toBe(body.replaceAll('{base}', seenAs))
  },
)

test('an address of the upstream with the port of its scheme is known too', () => {
  const seen = seenFrom(new URL('https://packages.example.com/crates/'), seenAs)
  expect(seen('https://packages.example.com:443/crates/v1 https://packages.example.com/crates/api')).toBe(
    `${seenAs}v1 ${seenAs}api`,
  )
})
