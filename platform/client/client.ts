import type { Operation } from '../contract/operation.ts'
import { errorIn, NotAtelierError, UnreachableError, RefusedError, type ClientError } from './errors.ts'
import { linkedCursor, outgoing, type Incoming, type Transport } from './outgoing.ts'
import type { Input, Reply, UntypedInput } from './wire.ts'

/** One page of a list. */
export interface ListPage<Rows> {
  readonly rows: Rows
  /** The cursors of the pages beside it; undefined if there is no such page. */
  readonly next: string | undefined
  readonly previous: string | undefined
  /** How many rows the list has, or `1000+`, for a caller that sent `Prefer: count` for its first page. */
  readonly count: string | undefined
}

/** Calls operations by their contracts. */
export interface Client<Body> {
  readonly url: string
  /** The JSON of a success. Throws for a refusal and for a server that does not answer. */
  call<Op extends Operation>(
    operation: Op,
    input?: Input<Op>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply<Op>>
  page<Op extends Operation>(
    operation: Op,
    input?: Input<Op>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ListPage<Reply<Op>>>
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
  ): Promise<Body>
  close(): Promise<void>
}

interface ClientParts<Body> {
  /** `http://host:port`, without a path. */
  readonly url: string
  readonly transport: Transport<Body>
  /** Headers of every request: a key. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** The error to throw instead of an error of the client; by default the error itself. */
  readonly explain?: (error: ClientError) => Error
}

/** Opens a client over a transport. Nothing is sent before the first call. */
export const openClient = <Body>(parts: ClientParts<Body>): Client<Body> => {
  const { url, transport, headers: own = {}, signal, explain = (error: ClientError): Error => error } = parts
  const failure = (error: unknown): unknown => {
    if (signal?.aborted) return signal.reason as unknown
    const isOurs = error instanceof RefusedError || error instanceof NotAtelierError
    return explain(isOurs ? error : new UnreachableError(error))
  }
  const send = async (operation: Operation, input: UntypedInput, headers = {}): Promise<Incoming<Body>> => {
    const request = outgoing(url, operation, input)
    const answer = await transport.send({ ...request, headers: { ...own, ...request.headers, ...headers } })
    if (answer.status >= 400) throw errorIn(answer.status, await answer.text())
    return answer
  }
  const page = async (operation: Operation, input: UntypedInput, headers = {}) => {
    try {
      const answer = await send(operation, input, headers)
      const link = answer.header('link')
      return {
        body: await jsonOf(answer),
        next: linkedCursor(link, 'next'),
        previous: linkedCursor(link, 'prev'),
        count: answer.header('total-count'),
      }
    } catch (error) {
      throw failure(error)
    }
  }
  return {
    url,
    call: async (operation, input = {}, headers = {}) =>
      (await page(operation, input, headers)).body as Reply<typeof operation>,
    page: async (operation, input = {}, headers = {}) => {
      const { body, ...cursors } = await page(operation, input, headers)
      return { rows: body as Reply<typeof operation>, ...cursors }
    },
    async *every(operation, input: UntypedInput = {}) {
      let cursor: string | undefined
      do {
        const query = { ...input.query, ...(cursor && { cursor }) }
        const { body, next } = await page(operation, { ...input, query })
        yield* body as never[]
        cursor = next
      } while (cursor)
    },
    open: async (operation, input = {}, headers = {}) => {
      try {
        return (await send(operation, input, headers)).body
      } catch (error) {
        throw failure(error)
      }
    },
    close: () => transport.close(),
  }
}

const jsonOf = async (answer: Incoming<unknown>): Promise<unknown> => {
  if (!answer.header('content-type')?.includes('application/json')) throw new NotAtelierError(answer.status)
  const text = await answer.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new NotAtelierError(answer.status)
  }
}
