import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, errors } from 'undici'
import { areHeaders } from '../validation/header-value.ts'
import { FetchRefusal } from './refusal.ts'
import type { Target } from './target.ts'

/** The longest times of a request. */
export interface Timeouts {
  /** From the start of a request to the head of its answer. */
  readonly headMs: number
  /** Between two pieces of an answer. */
  readonly idleMs: number
  /** Everything together, with redirects. */
  readonly totalMs: number
}

/** A request: a GET without a body by default. */
export interface Outgoing {
  readonly headers: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** A stream is sent in chunks, as it comes. */
  readonly body?: string | Readable | undefined
}

/** The head of an answer, with its body to come. */
export interface Answer {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  readonly body: Readable
}

/** One request to exactly one of `addresses`; certificate, SNI and Host use the name. Throws a FetchRefusal. */
export const exchange = async (
  { url, host, port }: Target,
  addresses: readonly string[],
  { headers, method = 'GET', body }: Outgoing,
  { headMs, idleMs }: Pick<Timeouts, 'headMs' | 'idleMs'>,
  signal: AbortSignal,
): Promise<Answer> => {
  if (!areHeaders(headers)) throw new FetchRefusal('header', host)
  const late = new AbortController()
  const patience = setTimeout(() => late.abort(new FetchRefusal('slow', host)), headMs)
  // An agent of its own: neither a connection nor a proxy of the environment is shared with others.
  const agent = new Agent({
    connect: { lookup: pinnedTo(addresses), rejectUnauthorized: true, timeout: headMs },
    // The limits below apply to HTTP/1.1.
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: idleMs,
    maxHeaderSize: 16_384,
  })
  try {
    const answer = await agent.request({
      origin: `${url.protocol}//${isIPv6(host) ? `[${host}]` : host}:${port}`,
      path: `${url.pathname}${url.search}`,
      method,
      headers,
      body: body ?? null,
      reset: true,
      signal: AbortSignal.any([signal, late.signal]),
    })
    // Later errors reach the reader of the body.
    answer.body.on('error', () => undefined).once('close', () => void agent.destroy())
    return { statusCode: answer.statusCode, headers: firstOf(answer.headers), body: answer.body }
  } catch (error) {
    await agent.destroy()
    throw refusalOf(error, host, signal)
  } finally {
    clearTimeout(patience)
  }
}

const once = ['content-encoding', 'content-length', 'content-type', 'location', 'retry-after']

/** The first value counts for a header that may appear only once; others are joined. */
const firstOf = (headers: Readonly<Record<string, string | string[] | undefined>>): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!Array.isArray(value) || name === 'set-cookie') return [name, value]
      return [name, once.includes(name) ? value[0] : value.join(', ')]
    }),
  )

/** Net's look-up of a name whose addresses are known. */
export const pinnedTo = (addresses: readonly string[]): LookupFunction => {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_host, { all: wantsAll }, answer) =>
    wantsAll ? answer(null, all) : answer(null, all[0]!.address, all[0]!.family)
}

/** The error of a broken exchange, for the caller: without the system's words, which name addresses and ports. */
export const refusalOf = (error: unknown, host: string, signal: AbortSignal): Error => {
  if (error instanceof FetchRefusal) return error
  if (signal.aborted) {
    const { reason } = signal as { reason: Error }
    return reason instanceof DOMException && reason.name === 'TimeoutError' ? new FetchRefusal('slow', host) : reason
  }
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (code === 'UND_ERR_BODY_TIMEOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return new FetchRefusal('slow', host)
  if (/^(CERT_|ERR_TLS_|DEPTH_|UNABLE_|SELF_|ERR_SSL_|EPROTO)/.test(code))
    return new FetchRefusal('certificate', host, error)
  const isBroken =
    error instanceof errors.HTTPParserError || /^(HPE_|UND_ERR_|ECONNRESET|Z_|ERR_STREAM|ERR_BROTLI|ERR__)/.test(code)
  return new FetchRefusal(isBroken ? 'broken' : 'silent', host, error)
}
