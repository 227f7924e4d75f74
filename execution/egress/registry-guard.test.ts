import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBroker, destinations } from './broker.ts'
import type { Broker, ResolvedAddress } from './egress.ts'
import { registryRoute } from './registry-route.ts'

// A registry of the operator's on loopback, and a broker with the guard of production: nothing replaces `reach`.
let folder: string
let upstream: Server
let broker: Broker
let connections: string[]
let resolved: string[]
let answers: Readonly<Record<string, readonly string[]>>

const publicAddress = '203.0.114.7'
const resolve = async (host: string): Promise<readonly ResolvedAddress[]> => {
  const address = answers[host]?.[resolved.filter((name) => name === host).length] ?? '10.0.0.5'
  resolved.push(host)
  return [{ address, family: 4 }]
}
const portOf = (server: Server) => (server.address() as AddressInfo).port

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-guard-'))
  upstream = createServer((request, response) => {
    connections.push(request.url!)
    if (request.url === '/npm/away') response.writeHead(302, { location: 'http://intranet.example.com/secret' }).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"tiny"}')
  })
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  broker = await openBroker({
    socketPath: join(folder, 'broker.sock'),
    allowHosts: ['intranet.example.com', 'packages.example.com'],
    routes: {
      'npm.packages.internal': registryRoute(
        `http://reader:s3cret@127.0.0.1:${portOf(upstream)}/npm/`,
        'http://npm.packages.internal/',
      ),
    },
    resolve,
  })
})
beforeEach(() => {
  connections = []
  resolved = []
  answers = {}
})
afterAll(async () => {
  await broker.close()
  upstream.close()
  await rm(folder, { recursive: true })
})

const get = async (url: string) => {
  const request = httpRequest({ socketPath: broker.socketPath, path: url, headers: { host: new URL(url).host } })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, location: response.headers.location, body: await text(response) }
}

const connectTo = async (target: string) => {
  const request = httpRequest({ socketPath: broker.socketPath, method: 'CONNECT', path: target, agent: false })
  request.end()
  const [response, socket, head] = (await once(request, 'connect')) as [IncomingMessage, Socket, Buffer]
  socket.unshift(head)
  const body = await text(socket)
  return { status: response.statusCode, body }
}

test('a registry that the operator names is read on a private address', async () => {
  expect(await get('http://npm.packages.internal/tiny')).toMatchObject({ status: 200, body: '{"name":"tiny"}' })
  expect(connections).toEqual(['/npm/tiny'])
})

test('another host on a private address is refused beside it', async () => {
  const { status, body } = await connectTo('intranet.example.com:443')
  expect(status).toBe(403)
  expect(body).toMatch('intranet.example.com leads to an address that is not public')
})

test('the address of the registry itself cannot be tunnelled to, with any port', async () => {
  for (const target of [`127.0.0.1:${portOf(upstream)}`, `localhost:${portOf(upstream)}`])
    expect((await connectTo(target)).status).toBe(403)
  expect(connections).toEqual([])
})

test('a redirect from the registry to a private host is not followed, and refused to the sandbox', async () => {
  expect(await get('http://npm.packages.internal/away')).toMatchObject({
    status: 302,
    location: 'http://intranet.example.com/secret',
  })
  expect((await get('http://intranet.example.com/secret')).status).toBe(403)
  expect((await connectTo('intranet.example.com:80')).status).toBe(403)
  expect(connections).toEqual(['/npm/away'])
})

test('a name that changes its address after the check leads to the address that was checked', async () => {
  answers = { 'packages.example.com': [publicAddress, '127.0.0.1'] }
  const decide = destinations({ socketPath: '', allowHosts: ['packages.example.com'], resolve })
  expect(await decide('packages.example.com:443')).toEqual({
    kind: 'address',
    at: [{ address: publicAddress, port: 443 }],
  })
  expect(resolved).toEqual(['packages.example.com'])
  expect(await decide('packages.example.com:443')).toMatchObject({ status: 403 })
})
