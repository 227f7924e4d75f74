import { Agent as PlainAgent, request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { FetchRefusal } from './refusal.ts'
import type { Target } from './target.ts'

export interface Timeouts {
  /** From the start of a request to the head of its answer. */
  readonly headMs: number
  /** Between two pieces of an answer. */
  readonly idleMs: number
  /** Everything together, with redirects. */
  readonly totalMs: number
}

// Agents of our own: neither a connection nor a proxy of the environment is shared with others.
const agents = { plain: new PlainAgent({ keepAlive: false }), secure: new SecureAgent({ keepAlive: false }) }

/** What is sent: a GET without a body unless it says so. */
export interface Outgoing {
  readonly headers: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly body?: string | undefined
}

/**
 * One request to exactly one of `addresses`; certificate, SNI and Host are those of the name. Gives the head of the
 * answer, with the body to come. Throws a FetchRefusal.
 */
export const exchange = (
  target: Target,
  addresses: readonly string[],
  { headers, method = 'GET', body }: Outgoing,
  { headMs, idleMs }: Pick<Timeouts, 'headMs' | 'idleMs'>,
  signal: AbortSignal,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { url, host, port } = target
    const isSecure = url.protocol === 'https:'
    const options: RequestOptions = {
      host,
      port,
      path: `${url.pathname}${url.search}`,
      method,
      headers,
      signal,
      lookup: pinnedTo(addresses),
      agent: isSecure ? agents.secure : agents.plain,
      maxHeaderSize: 16_384,
      insecureHTTPParser: false,
    }
    const request = (isSecure ? secureRequest : plainRequest)({
      ...options,
      rejectUnauthorized: true,
    } as RequestOptions)
    const patience = setTimeout(() => request.destroy(new FetchRefusal('slow', host)), headMs)
    const fail = (error: Error) => {
      clearTimeout(patience)
      reject(refusalOf(error, host, signal))
    }
    request.once('response', (response) => {
      clearTimeout(patience)
      response.setTimeout(idleMs, () => response.destroy(new FetchRefusal('slow', host)))
      resolve(response)
    })
    request.once('upgrade', (_response, socket) => {
      socket.destroy()
      fail(new FetchRefusal('broken', host))
    })
    // Stays on after the head: what breaks then reaches whoever reads the body.
    request.on('error', fail)
    request.end(body)
  })

/** Net's look-up of a name whose addresses are known. */
export const pinnedTo = (addresses: readonly string[]): LookupFunction => {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_host, { all: wantsAll }, answer) =>
    wantsAll ? answer(null, all) : answer(null, all[0]!.address, all[0]!.family)
}

/** What a broken exchange is, for whoever asked: not the system's words, which name addresses and ports. */
export const refusalOf = (error: unknown, host: string, signal: AbortSignal): Error => {
  if (error instanceof FetchRefusal) return error
  if (signal.aborted) {
    const { reason } = signal as { reason: Error }
    return reason instanceof DOMException && reason.name === 'TimeoutError' ? new FetchRefusal('slow', host) : reason
  }
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (/^(CERT_|ERR_TLS_|DEPTH_|UNABLE_|SELF_|ERR_SSL_|EPROTO)/.test(code))
    return new FetchRefusal('certificate', host, error)
  return new FetchRefusal(
    /^(HPE_|ECONNRESET|Z_|ERR_STREAM|ERR_BROTLI|ERR__)/.test(code) ? 'broken' : 'silent',
    host,
    error,
  )
}
