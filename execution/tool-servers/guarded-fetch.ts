import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FetchLike } from '@modelcontextprotocol/client'
import type { Fetcher } from '../../platform/fetch/index.ts'
import { mendedBody, mendedEvents } from './mended-messages.ts'

// The stream of an old SSE server carries all answers of its life.
const answerMostBytes = 64 * 2 ** 20
const headMs = 10 * 60_000
const idleMs = 30 * 60_000

interface GuardedOrigin {
  readonly fetcher: Fetcher
  readonly url: URL
  /** Sent with each request, such as a key. */
  readonly headers: Readonly<Record<string, string>>
  /** Ends every request. */
  readonly signal: AbortSignal
}

/** `fetch` through the guarded fetcher to one origin; only this gets the headers. Redirects are answers. */
export const guardedFetch =
  ({ fetcher, url: { origin }, headers: added, signal }: GuardedOrigin): FetchLike =>
  async (address, init = {}) => {
    const url = new URL(address)
    if (url.origin !== origin) throw new Error(`The server leads to ${url.host}, which it was not imported with.`)
    const { method = 'GET', body } = init
    if (!isMethod(method) || !(body === undefined || body === null || typeof body === 'string'))
      throw new Error(`A request of another form than the protocol’s: ${method}.`)
    const { status, headers, content } = await fetcher.stream({
      url: url.href,
      method,
      maxBytes: answerMostBytes,
      headMs,
      idleMs,
      ...(typeof body === 'string' && { body }),
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...added },
      signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
    })
    const hasBody = !isWithoutBody(status)
    if (!hasBody) content.destroy()
    const stream = hasBody ? (Readable.toWeb(mended(content, headers)) as ReadableStream<Uint8Array>) : null
    return new Response(stream, { status, headers: headersOfBody(headers) })
  }

/** The body with messages that the library takes. */
const mended = (content: Readable, headers: NodeJS.Dict<string | string[]>): Readable => {
  const type = String(headers['content-type'] ?? '')
  const mender = type.startsWith('text/event-stream')
    ? mendedEvents()
    : type.startsWith('application/json')
      ? mendedBody()
      : undefined
  return mender ? (content.compose(mender) as Readable) : content
}

const isMethod = (method: string): method is 'GET' | 'POST' | 'DELETE' => ['GET', 'POST', 'DELETE'].includes(method)

// Source: Fetch standard, null body status.
const isWithoutBody = (status: number) => [204, 205, 304].includes(status)

/** Headers about encoding and framing are void once the body is read. */
const headersOfBody = (headers: NodeJS.Dict<string | string[]>) =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || ['content-encoding', 'content-length', 'transfer-encoding'].includes(name)
      ? []
      : [[name, String(value)]],
  )
