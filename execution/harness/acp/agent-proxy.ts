import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])$/i

/**
 * The proxy of an agent: requests for loopback, which has the model's address, go there, because some agents read no
 * NO_PROXY. All others are passed to `outer`, the way out of the sandbox, as they came.
 */
export const openAgentProxy = async (outer: string) => {
  const way = new URL(outer)
  const open = new Set<Socket>()
  const server = createServer((request, response) => pass(request, response, way))
  server.on('connect', (request: IncomingMessage, near: Duplex, head: Buffer) => tunnel(request, near, head, way))
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('clientError', (_, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    environment: { HTTP_PROXY: url, HTTPS_PROXY: url, http_proxy: url, https_proxy: url },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

const pass = (request: IncomingMessage, response: ServerResponse, way: URL) => {
  const { url = '', method, headers } = request
  const target = URL.canParse(url) ? new URL(url) : undefined
  if (target?.protocol !== 'http:') return void response.writeHead(400).end()
  const isNear = loopback.test(target.hostname)
  const onward = httpRequest({
    host: isNear ? '127.0.0.1' : way.hostname,
    port: (isNear ? target.port : way.port) || 80,
    method,
    path: isNear ? target.pathname + target.search : url,
    headers,
  })
  onward.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.once('error', () => response.destroy())
    answer.pipe(response)
  })
  onward.once('error', () => response.destroy())
  response.once('close', () => onward.destroy())
  request.pipe(onward)
}

const tunnel = ({ url = '', headers }: IncomingMessage, near: Duplex, head: Buffer, way: URL) => {
  const [, host = '', port = ''] = /^(.{1,253}):(\d{1,5})$/.exec(url) ?? []
  const isNear = loopback.test(host)
  const far = isNear ? connect(Number(port), '127.0.0.1') : connect(Number(way.port || 80), way.hostname)
  far.once('connect', () => {
    if (isNear) near.write('HTTP/1.1 200 Connection established\r\n\r\n')
    else far.write(`CONNECT ${url} HTTP/1.1\r\nhost: ${headers.host ?? url}\r\n\r\n`)
    far.write(head)
    near.pipe(far).pipe(near)
  })
  far.once('error', () => near.destroy())
  near.once('error', () => far.destroy())
  near.once('close', () => far.destroy())
  far.once('close', () => near.destroy())
}
