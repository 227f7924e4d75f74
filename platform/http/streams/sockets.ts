import { type IncomingMessage, createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { openPlaces, pools, type PlaceHolder } from '../../waiting/index.ts'
import { acceptSockets } from './accept-sockets.ts'
import { isOwnOrigin, type OwnAddress } from '../access/origin.ts'
import { pipeline } from 'node:stream/promises'

/** A connection in both directions that a page of ours opens, or another client. */
export interface SocketRoute {
  readonly path: `/${string}`
  /** The subprotocol that a client has to offer first; its credential follows as the next subprotocol. */
  readonly protocol: string
  /** Admits a connection by its credential and serves it; undefined refuses it with 401. */
  readonly admit: (credential: readonly string[]) => Promise<AdmittedSocket | undefined>
}

interface AdmittedSocket {
  readonly holder: PlaceHolder
  readonly serve: (socket: WebSocket) => void
  /** Leads to another process that serves them in place of this process; undefined if it does not answer. */
  readonly elsewhere?: (() => Promise<Duplex | undefined>) | undefined
}

/** The connections of this server that were upgraded to WebSockets (RFC 6455). */
export type Sockets = ReturnType<typeof openSockets>

type RefusedStatus = `${number} ${string}`

interface Accepted extends Omit<AdmittedSocket, 'holder'> {
  readonly endPlace: () => void
}

/** Serves `routes`. The credential, in `Sec-WebSocket-Protocol`, is decided before a connection is accepted. */
export const openSockets = (routes: readonly SocketRoute[], own: OwnAddress) => {
  const accepted = acceptSockets()
  const places = openPlaces(pools.webSockets)
  const decide = async ({ url = '', headers }: IncomingMessage): Promise<Accepted | RefusedStatus> => {
    if (headers.upgrade?.toLowerCase() !== 'websocket') return '400 Bad Request'
    const [address] = url.split('?')
    const route = routes.find(({ path }) => path === address)
    if (!route) return '404 Not Found'
    if (headers.origin !== undefined && !isOwnOrigin({ headers }, own)) return '403 Forbidden'
    const [protocol, ...credential] = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim())
    const admitted = protocol === route.protocol ? await route.admit(credential) : undefined
    if (!admitted) return '401 Unauthorized'
    const endPlace = places.take(admitted.holder)
    return typeof endPlace === 'string' ? '503 Service Unavailable' : { ...admitted, endPlace }
  }
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const decided = await decide(request)
    if (typeof decided === 'string') {
      refuse(socket, decided)
      return
    }
    socket.once('close', decided.endPlace)
    if (socket.destroyed) decided.endPlace()
    else if (!decided.elsewhere) accepted.accept(request, socket, head, decided.serve)
    else {
      const far = await decided.elsewhere()
      if (far) await passOn(request, socket, head, far)
      else refuse(socket, '503 Service Unavailable')
    }
  }
  return {
    /**
     * Answers an upgrade: 400 for another protocol, 404 for an unknown path, 403 for a page of another site, 401 without
     * a credential, 503 if too many are open, in all or for the workspace or person, or if the serving process does not
     * answer.
     */
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy())
      upgrade(request, socket, head).catch(() => refuse(socket, '503 Service Unavailable'))
    },
    close: () => accepted.close(),
  }
}

const refuse = (socket: Duplex, refused: RefusedStatus) =>
  void socket.end(`HTTP/1.1 ${refused}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)

type Serve = (socket: WebSocket) => void

/** WebSockets whose handshake comes from another process of the instance, which has decided about them. */
export const openFarSockets = () => {
  const accepted = acceptSockets()
  const serving = new WeakMap<Duplex, Serve>()
  const handshakes = createServer((_request, response) => response.destroy()).on(
    'upgrade',
    (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      accepted.accept(request, socket, head, serving.get(socket)!),
  )
  return {
    /** Settles when the connection has ended. */
    serve: (socket: Duplex, serve: Serve): Promise<void> => {
      serving.set(socket, serve)
      handshakes.emit('connection', socket)
      return new Promise((resolve) => socket.once('close', resolve))
    },
    close: () => accepted.close(),
  }
}

/** Passes a request for a WebSocket on to another process, without the credential, and then all bytes of both sides. */
const passOn = async (request: IncomingMessage, socket: Duplex, head: Buffer, far: Duplex): Promise<void> => {
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
