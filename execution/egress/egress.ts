import type { IncomingMessage, ServerResponse } from 'node:http'

/** Gets a request for an internal host with its URL as path and query, such as `/v1/chat/completions`. */
export type Route = (request: IncomingMessage, response: ServerResponse) => void

/** An address that a name resolved to. */
export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

export interface Refusal {
  /** Host and port, or the URL, of the request; at most 200 characters. */
  target: string
  sentence: string
  /** 403 if a rule refuses it, which another try does not change. */
  status: number
}

/** Bounds of a broker: per connection, except `connections` (open at once) and `totalBytes` (both ways, in its life). */
export const brokerLimits = {
  connectMs: 10_000,
  idleMs: 5 * 60_000,
  lifeMs: 60 * 60_000,
  connections: 128,
  totalBytes: 16 * 1024 ** 3,
}

export type BrokerLimits = Readonly<typeof brokerLimits>

/**
 * The reach of a sandbox.
 *
 * - `socketPath` is the socket of the broker, at most 107 bytes. The socket is the sandbox's identity, so its folder
 *   must be closed to others.
 * - `allowHosts` are host names, exact (`packages.example.com`) or by suffix (`*.example.com`, which is not the bare
 *   `example.com`), reached by CONNECT only on ports 443 and 80.
 * - `routes` are internal host names, such as `model.atelier.internal`, whose plain HTTP requests go to a function
 *   here.
 * - `resolve` replaces the system's resolver. `reach` replaces the rule that only public addresses are connected to,
 *   and returns the target; undefined refuses. Both are for tests, whose upstream is on loopback.
 */
export interface BrokerSpec {
  socketPath: string
  allowHosts: readonly string[]
  routes?: Readonly<Record<string, Route>>
  limits?: Partial<BrokerLimits>
  resolve?: (host: string) => Promise<readonly ResolvedAddress[]>
  reach?: (address: string, port: number) => { address: string; port: number } | undefined
  onRefusal?: (refusal: Refusal) => void
  /** A tunnel to a host outside is open. */
  onReached?: (target: string) => void
  /** Refused tunnels are closed without an answer: after fifteen answers of 403 npm waits forever. */
  closesRefused?: boolean
}

export interface Broker {
  readonly socketPath: string
  /** Cuts every connection and removes the socket. */
  close(): Promise<void>
}
