import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { openPlaces, pools, type PlaceHolder } from '../waiting/index.ts'
import { isOwnOrigin, type OwnAddress } from './origin.ts'

/** A connection in both directions that a page of ours opens, or another client. */
export interface SocketRoute {
  readonly path: `/${string}`
  /** The subprotocol that a client has to offer first; its credential is what it offers after that. */
  readonly protocol: string
  /** Admits a connection by its credential and serves it; undefined refuses it with 401. */
  readonly admit: (credential: readonly string[]) => AdmittedSocket | undefined
}

interface AdmittedSocket {
  readonly holder: PlaceHolder
  readonly serve: (socket: WebSocket) => void
}

/** The connections of this server that were upgraded to WebSockets (RFC 6455). */
export interface Sockets {
  /**
   * Answers an upgrade: 400 for another protocol, 404 for an unknown path, 403 for a page of another site, 401 without a
   * credential, 503 where too many are open, of all or of the workspace or person.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

type Refused = `${number} ${string}`

interface Accepted extends Pick<AdmittedSocket, 'serve'> {
  readonly endPlace: () => void
}

/** The limits of one connection. */
export const socketLimits = { messageBytes: 256 * 1024, aliveEveryMs: 15_000 } as const

/**
 * Serves `routes`. The credential is in `Sec-WebSocket-Protocol`, where browsers can put one, and is decided before the
 * connection is accepted: strangers hold nothing. A client that answers no ping within 15 s loses its connection.
 */
export const openSockets = (routes: readonly SocketRoute[], own: OwnAddress): Sockets => {
  const accepting = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: socketLimits.messageBytes,
    perMessageDeflate: false,
    handleProtocols: ([first]) => first ?? false,
  })
  const pinging = pingAll(accepting)
  const places = openPlaces(pools.webSockets)
  const decide = ({ url = '', headers }: IncomingMessage): Accepted | Refused => {
    if (headers.upgrade?.toLowerCase() !== 'websocket') return '400 Bad Request'
    const [address] = url.split('?')
    const route = routes.find(({ path }) => path === address)
    if (!route) return '404 Not Found'
    if (headers.origin !== undefined && !isOwnOrigin({ headers }, own)) return '403 Forbidden'
    const [protocol, ...credential] = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim())
    const admitted = protocol === route.protocol ? route.admit(credential) : undefined
    if (!admitted) return '401 Unauthorized'
    const endPlace = places.take(admitted.holder)
    return typeof endPlace === 'string' ? '503 Service Unavailable' : { serve: admitted.serve, endPlace }
  }
  return {
    upgrade: (request, socket, head) => {
      socket.on('error', () => socket.destroy())
      const decided = decide(request)
      if (typeof decided === 'string') {
        socket.end(`HTTP/1.1 ${decided}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
        return
      }
      socket.once('close', decided.endPlace)
      accepting.handleUpgrade(request, socket, head, (opened) => {
        // The connection is closed with the right code; without a listener the process would end.
        opened.on('error', () => undefined)
        decided.serve(opened)
      })
    },
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
