import type { Readable } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import { Agent, EnvHttpProxyAgent, request, type Dispatcher } from 'undici'
import type { Bytes, Events, Operation } from '../../../platform/contract/index.ts'
import { notAtelier, notReached, refusalOf } from './refusal.ts'
import { userAgent } from './version.ts'

/** What travels: a moment is text on the wire. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Element)[]
    ? Wire<Element>[]
    : T extends object
      ? { [Field in keyof T]: Wire<T[Field]> }
      : T

type Json<Declared> = Declared extends TSchema ? Wire<Static<Declared>> : never
export type Reply<Op extends Operation> = Json<Exclude<NonNullable<Op['replies'][keyof Op['replies']]>, Bytes | Events>>

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Part<Op, Name extends string> = Op extends Readonly<Record<Name, infer Declared>> ? Declared : undefined

export interface Input<Op extends Operation> {
  readonly params?: Readonly<Record<Names<Op['path']>, string>>
  readonly query?: Part<Op, 'query'> extends infer Query extends TSchema ? Partial<Wire<Static<Query>>> : undefined
  readonly body?: Part<Op, 'body'> extends infer Body
    ? Body extends Bytes
      ? Upload
      : Body extends TSchema
        ? Wire<Static<Body>>
        : undefined
    : undefined
}

export interface Upload {
  readonly content: Readable
  readonly sizeBytes: number
}

export interface Credentials {
  /** `http://host:port`, without a path. */
  readonly url: string
  readonly apiKey: string
}

export interface Client {
  readonly url: string
  /** The JSON of a success. Throws a Failure for a refusal, and where no server answers. */
  call<Op extends Operation>(operation: Op, input?: Input<Op>): Promise<Reply<Op>>
  /** Every row of a list, page by page. */
  every<Op extends Operation>(
    operation: Op,
    input?: Input<Op>,
  ): AsyncGenerator<Reply<Op> extends (infer Row)[] ? Row : never>
  /** The bytes of a download or a stream of events, as they come. */
  open<Op extends Operation>(
    operation: Op,
    input?: Input<Op>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Readable>
  close(): Promise<void>
}

/** An input whose operation is not known any more. */
interface Sent {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}

const minuteMs = 60_000
// Finalizing checks a whole repository before it answers, and an upload is made durable at its end.
const longMs = 60 * minuteMs
// The server sends a keepalive every 30 s.
const silenceMs = 75_000

export const openClient = ({ url, apiKey }: Credentials, signal?: AbortSignal): Client => {
  const dispatcher = dispatcherFor(url)
  const send = async (operation: Operation, input: Sent, headers = {}) => {
    try {
      const reply = await request(addressOf(url, operation, input), {
        dispatcher,
        method: operation.method,
        headers: { 'x-api-key': apiKey, 'user-agent': userAgent, ...bodyHeaders(operation, input), ...headers },
        body: bodyOf(input),
        signal,
        headersTimeout: operation.method === 'GET' ? minuteMs : longMs,
        bodyTimeout: operation.method === 'GET' ? silenceMs : longMs,
      })
      if (reply.statusCode >= 400) throw await refusalOf(url, reply)
      return reply
    } catch (error) {
      throw signal?.aborted ? signal.reason : notReached(url, error)
    }
  }
  const json = async (operation: Operation, input: Sent) => {
    const reply = await send(operation, input)
    const type = reply.headers['content-type'] ?? ''
    if (!type.includes('application/json')) throw notAtelier(url, reply.statusCode)
    return { body: await readJson(url, reply, signal), link: reply.headers.link }
  }
  return {
    url,
    call: async (operation, input = {}) => (await json(operation, input)).body as Reply<typeof operation>,
    async *every(operation, input = {}) {
      let cursor: string | undefined
      do {
        const query = { ...(input as Sent).query, ...(cursor && { cursor }) }
        const { body, link } = await json(operation, { ...(input as Sent), query })
        yield* body as never[]
        cursor = nextCursor(link)
      } while (cursor)
    },
    open: async (operation, input = {}, headers = {}) => (await send(operation, input, headers)).body,
    close: () => dispatcher.destroy(),
  }
}

/** A proxy of the environment is for other machines; this one is reached as it is. */
const dispatcherFor = (url: string): Dispatcher => {
  const { hostname } = new URL(url)
  const isHere = ['localhost', '[::1]'].includes(hostname) || hostname.startsWith('127.')
  return isHere ? new Agent() : new EnvHttpProxyAgent()
}

const addressOf = (url: string, { path }: Operation, { params = {}, query = {} }: Sent): URL => {
  const address = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!)),
    url,
  )
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  return address
}

const isUpload = (body: unknown): body is Upload => (body as Upload | undefined)?.content !== undefined

const bodyHeaders = ({ body: declared }: Operation, { body }: Sent): Record<string, string> => {
  if (body === undefined) return {}
  if (!isUpload(body)) return { 'content-type': 'application/json' }
  return { 'content-type': (declared as Bytes).bytes, 'content-length': String(body.sizeBytes) }
}

const bodyOf = ({ body }: Sent) => {
  if (body === undefined) return null
  return isUpload(body) ? body.content : JSON.stringify(body)
}

const readJson = async (
  url: string,
  reply: Dispatcher.ResponseData,
  signal: AbortSignal | undefined,
): Promise<unknown> => {
  try {
    return await reply.body.json()
  } catch (error) {
    throw signal?.aborted
      ? signal.reason
      : error instanceof SyntaxError
        ? notAtelier(url, reply.statusCode)
        : notReached(url, error)
  }
}

/** The cursor of the page behind this one, from `Link: <…?cursor=…>; rel="next"`. */
const nextCursor = (link: string | string[] | undefined): string | undefined => {
  const next = /<([^>]*)>;\s*rel="?next"?/.exec([link ?? []].flat().join(', '))?.[1]
  return next === undefined ? undefined : (new URL(next, 'http://link').searchParams.get('cursor') ?? undefined)
}
