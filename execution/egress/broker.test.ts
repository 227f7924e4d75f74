import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBroker } from './broker.ts'
import type { Broker, BrokerSpec, Refusal } from './egress.ts'

let folder: string
let upstream: Server
let brokers: Broker[]
let refusals: Refusal[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'egress-'))
  brokers = []
  refusals = []
  upstream = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.pipe(socket)
  })
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
})

afterEach(async () => {
  await Promise.all(brokers.map((broker) => broker.close()))
  upstream.close()
  await rm(folder, { recursive: true })
})

const toUpstream = () => ({ address: '127.0.0.1', port: (upstream.address() as AddressInfo).port })
const resolve = async () => [{ address: '192.0.2.1', family: 4 as const }]

const open = async (spec: Partial<BrokerSpec> = {}) => {
  const broker = await openBroker({
    socketPath: join(folder, `${brokers.length}.sock`),
    allowHosts: ['packages.example.com', '*.cdn.example.com'],
    resolve,
    reach: toUpstream,
    onRefusal: (refusal) => refusals.push(refusal),
    ...spec,
  })
  brokers.push(broker)
  return broker
}

/** Asks for a tunnel; a refusal's text, or the open socket. */
const tunnel = async ({ socketPath }: Broker, target: string) => {
  const request = httpRequest({ socketPath, method: 'CONNECT', path: target, agent: false })
  request.end()
  const [response, socket, head] = (await once(request, 'connect')) as [IncomingMessage, Socket, Buffer]
  socket.on('error', () => socket.destroy())
  socket.unshift(head)
  return { status: response.statusCode!, socket }
}

const refusedWith = async (broker: Broker, target: string) => {
  const { status, socket } = await tunnel(broker, target)
  return { status, sentence: await text(socket) }
}

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

const ask = async ({ socketPath }: Broker, path: string, headers: Record<string, string> = {}) => {
  const request = httpRequest({ socketPath, path, headers, agent: false })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await text(response) }
}

test('a tunnel carries bytes both ways and closes with either side', async () => {
  const { status, socket } = await tunnel(await open(), 'files.cdn.example.com:443')
  expect(status).toBe(200)
  socket.end('hello')
  expect(await text(socket)).toBe('hello')
})

test.each([
  ['evil.example.net:443', 'evil.example.net is not among the hosts'],
  ['packages.example.com:22', 'ports 443 and 80 alone, not on 22'],
  ['cdn.example.com:443', 'is not among the hosts'],
  ['127.0.0.1:443', 'is no host name with a port'],
  ['[::1]:443', 'is no host name with a port'],
  ['packages.example.com', 'is no host name with a port'],
  ['constructor:80', 'constructor is not among the hosts'],
])('403 for a tunnel to %s, with a sentence, and the refusal is reported', async (target, words) => {
  const { status, sentence } = await refusedWith(await open(), target)
  expect(status).toBe(403)
  expect(sentence).toContain(words)
  expect(refusals).toEqual([{ target, sentence: sentence.trim(), status: 403 }])
})

test('a refused tunnel is closed without an answer if the programs inside wait forever after an answer', async () => {
  const reached: string[] = []
  const broker = await open({ closesRefused: true, onReached: (target) => reached.push(target) })
  await expect(tunnel(broker, 'evil.example.net:443')).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(refusals).toMatchObject([{ target: 'evil.example.net:443' }])
  expect((await tunnel(broker, 'packages.example.com:443')).status).toBe(200)
  expect(reached).toEqual(['packages.example.com:443'])
})

test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fe80::1'])(
  '403 for an allowed name that leads to %s',
  async (address) => {
    const broker = await open({
      reach: undefined as never,
      resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }],
    })
    const { status, sentence } = await refusedWith(broker, 'packages.example.com:443')
    expect(status).toBe(403)
    expect(sentence).toContain('leads to an address that is not public')
  },
)

test('the broker connects to the address that it checked, resolving the name once', async () => {
  let asked = 0
  const reached: string[] = []
  const broker = await open({
    resolve: async () => [{ address: (asked += 1) === 1 ? '192.0.2.7' : '127.0.0.1', family: 4 }],
    reach: (address) => {
      reached.push(address)
      return toUpstream()
    },
  })
  const { socket } = await tunnel(broker, 'packages.example.com:443')
  socket.destroy()
  expect({ asked, reached }).toEqual({ asked: 1, reached: ['192.0.2.7'] })
})

test('502 for an unknown host name and 504 for a host that does not answer', async () => {
  const unknown = await open({ resolve: () => Promise.reject(new Error('ENOTFOUND')) })
  expect((await refusedWith(unknown, 'packages.example.com:443')).status).toBe(502)
  const closed = toUpstream()
  upstream.close()
  await once(upstream, 'close')
  expect((await refusedWith(await open({ reach: () => closed }), 'packages.example.com:443')).status).toBe(504)
  upstream.listen(0, '127.0.0.1')
})

test('an internal host reaches its route by absolute URL and by a tunnel to port 80', async () => {
  const seen: (string | undefined)[] = []
  const broker = await open({
    routes: {
      'model.atelier.internal': (request, response) => {
        seen.push(request.url)
        response.end('from the route')
      },
    },
  })
  expect(await ask(broker, 'http://model.atelier.internal/v1/models?x=1')).toEqual({
    status: 200,
    body: 'from the route',
  })
  expect(await ask(broker, '/v1/direct', { host: 'model.atelier.internal' })).toMatchObject({ status: 200 })
  const { status, socket } = await tunnel(broker, 'model.atelier.internal:80')
  socket.end('GET /v1/tunnelled HTTP/1.1\r\nhost: elsewhere.example\r\nconnection: close\r\n\r\n')
  expect(status).toBe(200)
  expect(await text(socket)).toContain('from the route')
  expect(seen).toEqual(['/v1/models?x=1', '/v1/direct', '/v1/tunnelled'])
})

test('403 for plain HTTP to any external host, allowed or not', async () => {
  const broker = await open()
  const { status, body } = await ask(broker, 'http://packages.example.com/x')
  expect(status).toBe(403)
  expect(body).toContain('cannot be reached by plain HTTP')
  expect(await ask(broker, '/')).toMatchObject({ status: 403 })
  expect(await ask(broker, 'http://model.atelier.internal/')).toMatchObject({ status: 403 })
})

test('every connection is closed when the byte budget is used up', async () => {
  const { socket } = await tunnel(await open({ limits: { totalBytes: 100_000 } }), 'packages.example.com:443')
  const gone = closed(socket)
  socket.write(Buffer.alloc(300_000))
  socket.resume()
  await gone
  expect(socket.destroyed).toBe(true)
})

test('idle and expired tunnels are closed', async () => {
  for (const limits of [{ idleMs: 20 }, { lifeMs: 20 }]) {
    const { socket } = await tunnel(await open({ limits }), 'packages.example.com:443')
    socket.resume()
    await closed(socket)
    expect(socket.destroyed).toBe(true)
  }
})

test('503 above the connection limit', async () => {
  const broker = await open({ limits: { connections: 1 } })
  const { socket } = await tunnel(broker, 'packages.example.com:443')
  expect((await refusedWith(broker, 'packages.example.com:443')).status).toBe(503)
  socket.destroy()
})

test('input that is not HTTP closes its connection and leaves the broker running', async () => {
  const broker = await open()
  const socket = connect(broker.socketPath)
  socket.on('error', () => {})
  socket.resume()
  socket.end('\u0016\u0003\u0001 not http\r\n\r\n')
  await closed(socket)
  expect((await tunnel(broker, 'packages.example.com:443')).status).toBe(200)
})

test('only its owner can use the socket, and closing ends tunnels and removes it', async () => {
  const broker = await open()
  expect((await stat(broker.socketPath)).mode & 0o777).toBe(0o600)
  const { socket } = await tunnel(broker, 'packages.example.com:443')
  socket.resume()
  const gone = closed(socket)
  await broker.close()
  await gone
  expect(existsSync(broker.socketPath)).toBe(false)
})

test('a socket path that is too long is refused with a message', async () => {
  await expect(open({ socketPath: `/tmp/${'x'.repeat(120)}` })).rejects.toThrow(/too long for a socket/)
})

test('Node’s fetch reaches an internal host through its proxy settings', async () => {
  const broker = await open({
    routes: { 'model.atelier.internal': (request, response) => response.end(`got ${request.method} ${request.url}`) },
  })
  const bridge = createServer((near) => near.pipe(connect(broker.socketPath)).pipe(near))
  bridge.listen(0, '127.0.0.1')
  await once(bridge, 'listening')
  const proxy = `http://127.0.0.1:${(bridge.address() as AddressInfo).port}`
  const script = `
    const { text } = await import('node:stream/consumers')
    const answer = await fetch('http://model.atelier.internal/v1/x', { method: 'POST', body: '{}' })
    console.log(await answer.text())
    const http = await import('node:http')
    http.get('http://model.atelier.internal/v1/y', async (reply) => { console.log(await text(reply)) })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(await text(child.stdout)).toBe('got POST /v1/x\ngot GET /v1/y\n')
  bridge.close()
})

test('a request that asks for an upgrade is answered as an ordinary request', async () => {
  const broker = await open({ routes: { 'model.atelier.internal': (_, response) => response.end('plain') } })
  const answer = await ask(broker, 'http://model.atelier.internal/', { connection: 'upgrade', upgrade: 'websocket' })
  expect(answer).toEqual({ status: 200, body: 'plain' })
})
