import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { afterTest } from '../../../testing/after-test.ts'
import { openAgentProxy } from './agent-proxy.ts'

const serve = async (name: string) => {
  const server = createServer((asked, response) => response.end(`${name} ${asked.method} ${asked.url}`))
  server.on('connect', (asked: IncomingMessage, socket) => socket.end(`HTTP/1.1 403 ${name}\r\n\r\n${asked.url}`))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterTest(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('an agent that reads no NO_PROXY reaches loopback through its proxy, and all else goes the way out', async () => {
  const model = await serve('model')
  const { environment, close } = await openAgentProxy(`http://127.0.0.1:${await serve('way out')}`)
  afterTest(close)
  const { hostname, port } = new URL(environment.HTTP_PROXY)
  const ask = async (path: string, method = 'POST') => {
    const asking = request({ hostname, port, method, path }).end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    return [answer.statusCode, await text(answer)]
  }
  expect(await ask(`http://127.0.0.1:${model}/v1/responses?a=1`)).toEqual([200, 'model POST /v1/responses?a=1'])
  expect(await ask(`http://localhost:${model}/v1`)).toEqual([200, 'model POST /v1'])
  expect(await ask('http://api.atelier.internal/v1/api', 'GET')).toEqual([
    200,
    'way out GET http://api.atelier.internal/v1/api',
  ])
  expect((await ask('/v1'))[0]).toBe(400)

  const connected = async (target: string) => {
    const asking = request({ hostname, port, method: 'CONNECT', path: target }).end()
    const [answer] = (await once(asking, 'connect')) as [IncomingMessage]
    answer.socket.destroy()
    return [answer.statusCode, answer.statusMessage]
  }
  expect(await connected(`127.0.0.1:${model}`)).toEqual([200, 'Connection established'])
  expect(await connected('registry.example:443')).toEqual([403, 'way out'])
})
