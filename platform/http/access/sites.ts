import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Sockets } from '../streams/sockets.ts'

/** Other sites on the listener of this server, distinguished by their host before any route is looked at. */
export interface Sites {
  /** Whether the host of a request is one of theirs; the API never sees such a request. */
  owns(request: IncomingMessage): boolean
  request(request: IncomingMessage, response: ServerResponse): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Cuts the connections that were upgraded, which a server that closes would wait for. */
  close(): void
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void

interface ListenerOptions {
  readonly http?: ServerOptions | null
  readonly keepAliveTimeout?: number
  readonly requestTimeout?: number
}

/**
 * A listener that passes requests for other sites to these sites, and all others to `handle` and `sockets`. Fastify
 * passes these options to the listener that it makes itself.
 */
export const listenerWith =
  (sites: Sites | undefined, sockets: Pick<Sockets, 'upgrade'>) =>
  (handle: Handle, { http, keepAliveTimeout, requestTimeout }: ListenerOptions): Server => {
    const server = createServer(http ?? {}, (request, response) =>
      sites?.owns(request) ? sites.request(request, response) : handle(request, response),
    )
    if (keepAliveTimeout !== undefined) server.keepAliveTimeout = keepAliveTimeout
    if (requestTimeout !== undefined) server.requestTimeout = requestTimeout
    return server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (sites?.owns(request)) sites.upgrade(request, socket, head)
      else sockets.upgrade(request, socket, head)
    })
  }
