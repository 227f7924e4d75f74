import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBroker, type Broker, type BrokerSpec } from '../../execution/egress/index.ts'

let folder: string
let brokers: Broker[]
let served: string[]
let lookedUp: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'egress-'))
  brokers = []
  served = []
  lookedUp = []
})
afterEach(async () => {
  await Promise.all(brokers.map((broker) => broker.close()))
  await rm(folder, { recursive: true })
})

const open = async (spec: Partial<BrokerSpec> = {}) => {
  const broker = await openBroker({
    socketPath: join(folder, `${brokers.length}.sock`),
    allowHosts: ['packages.example.com'],
    routes: {
      'model.atelier.internal': (request, response) => {
        served.push(request.url ?? '')
        response.end('model')
      },
    },
    resolve: async (host) => {
      lookedUp.push(host)
      return [{ address: '192.0.2.1', family: 4 }]
    },
    ...spec,
  })
  brokers.push(broker)
  return broker
}

/** Sends bytes as they are, and gives the first line of what comes back. */
const firstLine = async ({ socketPath }: Broker, bytes: string): Promise<string> => {
  const socket = connect(socketPath)
  socket.on('error', () => undefined)
  let answer = ''
  socket.on('data', (part) => {
    answer += part.toString()
    if (answer.includes('\r\n')) socket.destroy()
  })
  socket.write(bytes)
  await once(socket, 'close')
  return answer.split('\r\n')[0]!
}

test.each([
  '127.0.0.1:80',
  '[::1]:80',
  '[::ffff:127.0.0.1]:443',
  '0177.0.0.1:443',
  '2130706433:443',
  '0x7f000001:443',
  '0x7f.1:443',
  'localhost:443',
  'model.atelier.internal:443',
  'model.atelier.internal:8080',
  'packages.example.com:22',
  'packages.example.com:0443443',
  'packages.example.com:443@127.0.0.1:443',
  'packages.example.com.evil.example:443',
  'evilpackages.example.com:443',
  'packages.example.com\u0000.evil.example:443',
  'PACKAGES.EXAMPLE.COM..:443',
  '__proto__:80',
  'constructor:80',
])('a tunnel to %s is refused without a lookup', async (target) => {
  expect(await firstLine(await open(), `CONNECT ${target} HTTP/1.1\r\n\r\n`)).toMatch(/^$|^HTTP\/1.1 (400|403) /)
  expect(lookedUp).toEqual([])
})

test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '100.64.0.1', '0.0.0.0', '::1', '::ffff:10.0.0.1', '::'])(
  'an allowed name that resolves to %s is refused',
  async (address) => {
    const resolve = async () => [{ address, family: address.includes(':') ? (6 as const) : (4 as const) }]
    expect(await firstLine(await open({ resolve }), 'CONNECT packages.example.com:443 HTTP/1.1\r\n\r\n')).toContain(
      '403',
    )
  },
)

test.each(['64:ff9b::7f00:1', '2002:7f00:1::', 'fe80::1%lo', 'fc00::1', '2001:0:7f00:1::', '::127.0.0.1'])(
  'an allowed name that resolves to loopback as %s is refused',
  async (address) => {
    const resolve = async () => [{ address, family: 6 as const }]
    expect(await firstLine(await open({ resolve }), 'CONNECT packages.example.com:443 HTTP/1.1\r\n\r\n')).toContain(
      '403',
    )
  },
)

test('a name is looked up once, and the checked address is connected to', async () => {
  const answers = ['192.0.2.1', '127.0.0.1']
  const reached: string[] = []
  const broker = await open({
    resolve: async () => [{ address: answers.shift()!, family: 4 }],
    reach: (address) => {
      reached.push(address)
      return undefined
    },
  })
  await firstLine(broker, 'CONNECT packages.example.com:443 HTTP/1.1\r\n\r\n')
  expect([reached, answers]).toEqual([['192.0.2.1'], ['127.0.0.1']])
})

test.each([
  ['another host in the address', 'GET http://evil.example/ HTTP/1.1\r\nhost: model.atelier.internal\r\n\r\n'],
  ['a name before an @', 'GET http://model.atelier.internal@evil.example/ HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['another port', 'GET http://model.atelier.internal:8080/ HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['another scheme', 'GET https://model.atelier.internal/ HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['a name of a prototype', 'GET http://constructor/ HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nhost: model.atelier.internal\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nhost: model.atelier.internal\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a space in a header', 'GET / HTTP/1.1\r\nhost : model.atelier.internal\r\n\r\n'],
  ['bare line feeds', 'GET / HTTP/1.1\nhost: model.atelier.internal\n\n'],
])('a request with %s reaches no route', async (_what, bytes) => {
  expect(await firstLine(await open(), bytes)).toMatch(/^$|^HTTP\/1.1 (400|403) /)
  expect(served).toEqual([])
})

test('many connections use few file descriptors of the server', async () => {
  const broker = await open({ limits: { connections: 4 } })
  const sockets = new Set(Array.from({ length: 60 }, () => connect(broker.socketPath)))
  await new Promise<void>((resolve) => {
    for (const socket of sockets) {
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        if (sockets.size === 12) resolve()
      })
    }
  })
  expect([...sockets].every(({ destroyed }) => !destroyed)).toBe(true)
  for (const socket of sockets) socket.destroy()
})
