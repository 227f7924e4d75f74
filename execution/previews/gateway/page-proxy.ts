import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createListener, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { PreviewVersion } from '../preview.ts'
import type { Previews } from '../previews-api.ts'

interface ProxyInput {
  readonly previews: Pick<Previews, 'serve' | 'connect'>
  readonly site: string
  readonly version: PreviewVersion
  readonly socketPath: string
  /** The host and port of the address of the preview; every other host is refused. */
  readonly host: string
}

/** The most connections per browser; it opens six to a host itself. */
const mostConnections = 64

/** An HTTP proxy on a Unix socket to a version of a site, for a browser in a sandbox that sees nothing else. */
export const openPageProxy = async (input: ProxyInput): Promise<{ readonly close: () => Promise<void> }> => {
  const { previews, site, version, host } = input
  const pages = createServer((request, response) => {
    // The browser may leave before the answer ends.
    response.on('error', () => {})
    if (!leadToSite(request, host)) {
      refuse(response)
      return
    }
    previews.serve(site, version, request, response).catch(() => response.destroy())
  })
  pages.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (!leadToSite(request, host)) return void socket.destroy()
    previews.connect(site, version, request, socket, head).catch(() => socket.destroy())
  })
  // A browser asks a proxy for a tunnel before it opens a WebSocket.
  pages.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (request.url !== host) return void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    if (head.length > 0) socket.unshift(head)
    pages.emit('connection', socket)
  })
  const sockets = new Set<Socket>()
  const listener = createListener((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    pages.emit('connection', socket)
  })
  listener.maxConnections = mostConnections
  listener.listen(input.socketPath)
  await once(listener, 'listening')
  return {
    close: async () => {
      listener.close()
      for (const socket of sockets) socket.destroy()
      await once(listener, 'close')
      await rm(input.socketPath, { force: true })
    },
  }
}

/** Takes the host out of the address from a proxy request; false for any other host. */
const leadToSite = (request: IncomingMessage, host: string): boolean => {
  const { url = '/' } = request
  if (url.startsWith('/')) return request.headers.host === host
  if (!URL.canParse(url)) return false
  const address = new URL(url)
  if (address.protocol !== 'http:' || address.host !== host) return false
  request.url = `${address.pathname}${address.search}`
  request.headers.host = host
  return true
}

const refuse = (response: ServerResponse) => {
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
  response.end('Pictures are taken of the preview alone. This address is outside of it.\n')
}
