/**
 * Bounds for the traffic between visitors and a program.
 *
 * - `connections`: requests and WebSockets at one time.
 * - `bodyBytes`: the body of a request; an answer has no limit.
 * - `connectMs`: until the program takes a connection.
 * - `idleMs`: how long nothing may pass, before the answer or within it; `socketIdleMs` applies to a WebSocket.
 * - `lifeMs`: the longest request or WebSocket.
 */
export const proxyLimits = {
  connections: 256,
  bodyBytes: 100 * 2 ** 20,
  connectMs: 10_000,
  idleMs: 120_000,
  socketIdleMs: 10 * 60_000,
  lifeMs: 60 * 60_000,
}

export type ProxyLimits = Readonly<typeof proxyLimits>
