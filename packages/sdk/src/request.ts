import { AtelierError, errorIn } from './errors.ts'
import { pause, retryLimits, retryPauseMs } from './retry.ts'
import type { CallOptions } from './shapes.ts'
import type { Entry } from './table.ts'

/** The input of any operation: its parameters in the path, its query and its body. */
export interface UntypedInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}

/** Where calls go, and as whom. */
export interface Connection {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number | undefined
  readonly retries: number
  readonly fetch: typeof fetch
}

const minuteMs = 60_000
/** Changes that work on a repository take long; a read does not. A stream is open as long as its reader likes. */
const timeoutOf = (entry: Entry, own: number | undefined, ofClient: number | undefined): number | undefined => {
  if (entry.answers === 'events') return undefined
  if (entry.answers === 'bytes' || entry.upload !== undefined) return own
  return own ?? ofClient ?? (entry.method === 'GET' ? minuteMs : 10 * minuteMs)
}

/** Sends a call, retries it when that is safe, and reads its answer by `read`. Throws AtelierError, or the abort. */
export const send = async <Answer>(
  connection: Connection,
  entry: Entry,
  {
    input = {},
    options = {},
  }: { readonly input?: UntypedInput | undefined; readonly options?: CallOptions | undefined },
  read: (answer: Response) => Promise<Answer>,
): Promise<Answer> => {
  const signal = anyOf(connection.signal, options.signal)
  const request = requestOf(connection, entry, input, options)
  const retries = options.retries ?? connection.retries
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt({ connection, entry, options, signal, request }, read)
    } catch (error) {
      if (signal?.aborted || !(error instanceof AtelierError)) throw error
      const pauseMs = retryPauseMs(entry.replay, error, failures, { retries, random: Math.random() })
      if (pauseMs === undefined) throw error
      await pause(pauseMs, signal)
    }
  }
}

type Content = string | Blob | Uint8Array<ArrayBuffer>

interface Attempt {
  readonly connection: Connection
  readonly entry: Entry
  readonly options: CallOptions
  readonly signal: AbortSignal | undefined
  readonly request: { readonly address: URL; readonly headers: Headers; readonly body: Content | null }
}

const attempt = async <Answer>(
  { connection, entry, options, signal, request }: Attempt,
  read: (answer: Response) => Promise<Answer>,
): Promise<Answer> => {
  const { id, method } = entry
  const timeoutMs = timeoutOf(entry, options.timeoutMs, connection.timeoutMs)
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const ends = anyOf(signal, timeout)
  try {
    const answer = await connection.fetch(request.address, {
      method,
      headers: request.headers,
      body: request.body,
      // A redirect would carry the key to another server.
      redirect: 'manual',
      ...(ends && { signal: ends }),
    })
    if (answer.status >= 400) throw errorIn(id, answer, await answer.text())
    if (answer.status < 200 || answer.status >= 300) throw notAtelier(id, answer.status)
    return await read(answer)
  } catch (error) {
    if (error instanceof AtelierError) throw error
    signal?.throwIfAborted()
    if (timeout?.aborted) {
      const sentence = `The server did not answer ${id} within ${timeoutMs} ms.`
      throw new AtelierError('timed_out', sentence, { operation: id, cause: error })
    }
    throw new AtelierError('unreachable', `The server was not reached for ${id}.`, { operation: id, cause: error })
  }
}

export const notAtelier = (operation: string, status: number) =>
  new AtelierError('not_atelier', `The answer, with status ${status}, does not come from Atelier.`, {
    operation,
    status,
  })

/** A signal that aborts with any of these. */
export const anyOf = (...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined => {
  const some = signals.filter((signal) => signal !== undefined)
  return some.length < 2 ? some[0] : AbortSignal.any(some)
}

const requestOf = (connection: Connection, entry: Entry, input: UntypedInput, options: CallOptions) => {
  const headers = new Headers({ ...connection.headers, ...options.headers })
  if (entry.replay === 'key') headers.set('idempotency-key', options.idempotencyKey ?? randomKey())
  else if (options.idempotencyKey !== undefined) {
    throw new TypeError(
      `${entry.id} takes no idempotencyKey${entry.replay === 'own' ? ' but the one in its body' : ''}`,
    )
  }
  if (options.lastEventId) headers.set('last-event-id', options.lastEventId)
  return { address: addressOf(connection.url, entry, input), headers, body: bodyOf(entry, input, headers) }
}

/** Pages without TLS have no `randomUUID`. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The address of a call. An id that would lead to another path is refused before anything is sent. */
export const addressOf = (url: string, { id, path }: Entry, { params = {}, query = {} }: UntypedInput): URL => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${id} needs a valid params.${name}`)
    return encodeURIComponent(value)
  })
  const address = new URL(filled, url)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  return address
}

const bodyOf = ({ upload }: Entry, { body }: UntypedInput, headers: Headers): Content | null => {
  if (body === undefined) return null
  if (upload === undefined) {
    headers.set('content-type', 'application/json')
    return JSON.stringify(body)
  }
  if (!headers.has('content-type')) headers.set('content-type', (body instanceof Blob && body.type) || upload)
  return body as Content
}

/** The JSON of an answer. */
export const jsonOf = async ({ id }: Entry, answer: Response): Promise<unknown> => {
  if (!answer.headers.get('content-type')?.includes('application/json')) throw notAtelier(id, answer.status)
  const text = await answer.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw notAtelier(id, answer.status)
  }
}

export const usualRetries = retryLimits.retries
