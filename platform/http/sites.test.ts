import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { listenerWith, type Sites } from './access/sites.ts'
import { openSockets } from './streams/sockets.ts'
import { afterTest } from '../../testing/after-test.ts'

const sites: Sites = {
  owns: ({ headers }) => headers.host?.endsWith('.preview.localhost') === true,
  request: (_request, response) => void response.end('a site'),
  close: () => {},
  upgrade: (_request, socket) =>
    void socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
}
const sockets = openSockets([], {})
const server = listenerWith(sites, sockets)((_request, response) => void response.end('the API'), {
  keepAliveTimeout: 1_000,
  requestTimeout: 0,
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterTest(async () => {
  sockets.close()
  await new Promise((resolve) => server.close(resolve))
})

const ask = (host: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<string>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const asked = send({ port, host: '127.0.0.1', agent: false, headers: { host, ...headers } }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve(`${response.statusCode} ${text}`))
    })
    asked.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(`${response.statusCode} upgraded`)
    })
    asked.on('error', reject)
    asked.end()
  })

test('a request for the host of another site never comes to the API', async () => {
  expect(await ask('abc.preview.localhost')).toBe('200 a site')
  expect(await ask('127.0.0.1')).toBe('200 the API')
})

test('an upgrade for the host of another site never comes to the API', async () => {
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
  expect(await ask('abc.preview.localhost', upgrade)).toBe('101 upgraded')
  expect(await ask('127.0.0.1', upgrade)).toBe('404 ')
  expect(await ask('127.0.0.1', { ...upgrade, upgrade: 'h2c' })).toBe('400 ')
})
