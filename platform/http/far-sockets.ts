import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { WebSocket } from 'ws'
import { acceptSockets } from './accept-sockets.ts'

type Serve = (socket: WebSocket) => void

/** WebSockets whose handshake comes from another process of the instance, which has decided about them. */
interface FarSockets {
  /** Settles when the connection has ended. */
  serve(socket: Duplex, serve: Serve): Promise<void>
  close(): void
}

export const openFarSockets = (): FarSockets => {
  const accepted = acceptSockets()
  const serving = new WeakMap<Duplex, Serve>()
  const handshakes = createServer((_request, response) => response.destroy()).on(
    'upgrade',
    (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      accepted.accept(request, socket, head, serving.get(socket)!),
  )
  return {
    serve: (socket, serve) => {
      serving.set(socket, serve)
      handshakes.emit('connection', socket)
      return new Promise((resolve) => socket.once('close', resolve))
    },
    close: () => accepted.close(),
  }
}

/** Passes a request for a WebSocket on to another process, without the credential, and then all bytes of both sides. */
export const passOn = async (request: IncomingMessage, socket: Duplex, head: Buffer, far: Duplex): Promise<void> => {
  const [protocol = ''] = (request.headers['sec-websocket-protocol'] ?? '').split(',')
  const lines = [
    'GET / HTTP/1.1',
    'Host: relay',
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Sec-WebSocket-Version: ${request.headers['sec-websocket-version'] ?? ''}`,
    `Sec-WebSocket-Key: ${request.headers['sec-websocket-key'] ?? ''}`,
    `Sec-WebSocket-Protocol: ${protocol.trim()}`,
  ]
  far.write(`${lines.join('\r\n')}\r\n\r\n`)
  far.write(head)
  await Promise.allSettled([pipeline(far, socket), pipeline(socket, far)])
}
