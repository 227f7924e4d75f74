import type { IncomingMessage, ServerResponse } from 'node:http'

export type Route = (request: IncomingMessage, response: ServerResponse) => void

/** An address that a name resolved to; `family` is 4 or 6. */
export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

export interface Refusal {
  target: string
  sentence: string
}

/**
 * What one sandbox may reach.
 *
 * - `socketPath` is where the broker listens; at most 107 bytes. The socket is the sandbox's identity.
 * - `allowHosts` are host names, exact (`registry.example.com`) or by suffix (`*.example.com`, which is not the bare
 *   `example.com`). Ports 443 and 80 alone.
 * - `routes` are internal host names, such as `model.atelier.internal`, whose plain HTTP requests go to a function here.
 * - `resolve` replaces the system's resolver and the address check with it: for tests, which need a loopback upstream.
 * - `onRefusal` is told about every refusal.
 */
export interface BrokerSpec {
  socketPath: string
  allowHosts: readonly string[]
  routes?: Readonly<Record<string, Route>>
  limits?: Partial<BrokerLimits>
  resolve?: (host: string) => Promise<{ address: ResolvedAddress; port?: number }>
  onRefusal?: (refusal: Refusal) => void
}

/** Bounds of one broker: per connection, except `connections` (open at once) and `totalBytes` (over its whole life). */
export interface BrokerLimits {
  connectMs: number
  idleMs: number
  lifeMs: number
  connections: number
  totalBytes: number
}

export interface Broker {
  readonly socketPath: string
  close(): Promise<void>
}
