import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import { afterTest } from '../../../testing/after-test.ts'
import { pools } from '../../waiting/index.ts'
import { socketLimits } from './accept-sockets.ts'
import { openSockets } from './sockets.ts'

const sockets = openSockets(
  [
    {
      path: '/echo',
      protocol: 'echo',
      admit: async ([word, person = 'ada']) =>
        word === 'secret'
          ? { holder: { workspace: 'w', person }, serve: (socket) => socket.on('message', (said) => socket.send(said)) }
          : undefined,
    },
  ],
  {},
)
const server = createServer().on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head))
await once(server.listen(0, '127.0.0.1'), 'listening')
const { port } = server.address() as AddressInfo
afterTest(async () => {
  sockets.close()
  await new Promise((resolve) => server.close(resolve))
})

const open = (protocols: string[], options: ClientOptions = {}, path = '/echo') => {
  const client = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, options)
  afterTest(async () => client.terminate())
  return client
}
const statusOf = (client: WebSocket) =>
  new Promise((resolve) => {
    client.on('error', () => undefined)
    client.once('open', () => resolve(101))
    client.once('unexpected-response', (_asked, { statusCode }) => resolve(statusCode))
  })

test('the holder of a credential is connected, and only the name of the protocol comes back', async () => {
  const client = open(['echo', 'secret'])
  expect(await statusOf(client)).toBe(101)
  expect(client.protocol).toBe('echo')
  client.send('hello')
  expect(String((await once(client, 'message'))[0])).toBe('hello')
})

test('401 without a credential, with a wrong one and for another protocol', async () => {
  for (const words of [['echo'], ['echo', 'guess'], ['other', 'secret']]) expect(await statusOf(open(words))).toBe(401)
})

test('403 for a page of another site, even with a credential, and none for a page of ours', async () => {
  expect(await statusOf(open(['echo', 'secret'], { origin: 'https://evil.example' }))).toBe(403)
  expect(await statusOf(open(['echo', 'secret'], { origin: `http://127.0.0.1:${port}` }))).toBe(101)
})

test('404 for an unknown path', async () => {
  expect(await statusOf(open(['echo', 'secret'], {}, '/other'))).toBe(404)
})

test('a message that is too large ends the connection', async () => {
  const client = open(['echo', 'secret'])
  await once(client, 'open')
  client.send(Buffer.alloc(socketLimits.messageBytes + 1))
  expect((await once(client, 'close'))[0]).toBe(1009)
})

test('503 for one connection more than a person may have, while another person comes in', async () => {
  const opened = Array.from({ length: pools.webSockets.person }, () => statusOf(open(['echo', 'secret'])))
  await Promise.all(opened)
  expect(await statusOf(open(['echo', 'secret']))).toBe(503)
  const other = open(['echo', 'secret', 'bob'])
  expect(await statusOf(other)).toBe(101)
})
