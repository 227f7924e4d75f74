import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'

/** Limits of a connection. */
export const socketLimits = { messageBytes: 256 * 1024, aliveEveryMs: 15_000 } as const

/** Makes WebSockets of connections. A client that answers no ping within 15 s loses its connection. */
export const acceptSockets = () => {
  const accepting = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: socketLimits.messageBytes,
    perMessageDeflate: false,
    handleProtocols: ([first]) => first ?? false,
  })
  const pinging = pingAll(accepting)
  return {
    accept: (request: IncomingMessage, socket: Duplex, head: Buffer, serve: (socket: WebSocket) => void) =>
      accepting.handleUpgrade(request, socket, head, (opened) => {
        // The connection is closed with the right code; without a listener the process would end.
        opened.on('error', () => undefined)
        serve(opened)
      }),
    close: () => {
      clearInterval(pinging)
      for (const socket of accepting.clients) socket.terminate()
      accepting.close()
    },
  }
}

const pingAll = (accepting: WebSocketServer): NodeJS.Timeout => {
  const silent = new WeakSet<WebSocket>()
  return setInterval(() => {
    for (const socket of accepting.clients) {
      if (silent.has(socket)) socket.terminate()
      else {
        silent.add(socket)
        socket.once('pong', () => silent.delete(socket))
        socket.ping()
      }
    }
  }, socketLimits.aliveEveryMs).unref()
}
