import type { Operations, StreamId } from './operations.ts'
import { everyRow } from './pages.ts'
import { jsonOf, send, usualRetries, type Connection, type UntypedInput } from './request.ts'
import type { CallOptions, Download } from './shapes.ts'
import { follow } from './streams.ts'
import { entryOf, operationIds, type Entry, type OperationId } from './table.ts'
import { upload } from './uploads.ts'

/** How a client reaches its server. */
export interface AtelierOptions {
  /** `http://host:port`, without a path. In a page of the server itself, `location.origin`. */
  readonly url: string
  /** An API key. Without one a browser sends the cookie of its session. */
  readonly key?: string
  /** The id of the workspace; by default that of the key, or the active one of the session. */
  readonly workspace?: string
  /** Headers of each request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Ends every call of the client. */
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly retries?: number
  /** Instead of the `fetch` of the runtime: for a proxy, or a test. */
  readonly fetch?: typeof fetch
}

type Called<In, Result> =
  Partial<In> extends In ? (input?: In, options?: CallOptions) => Result : (input: In, options?: CallOptions) => Result

type StreamAnswer<Answer> = Extract<Answer, { readonly event: string; readonly data: unknown; readonly id: string }>

type ResultOf<Id extends OperationId> = Id extends StreamId
  ? AsyncGenerator<StreamAnswer<Operations[Id]['answer']>, void, undefined>
  : Promise<Operations[Id]['answer']>

/** The operations that answer page by page. */
export type ListId = { [Id in OperationId]: Operations[Id] extends { row: unknown } ? Id : never }[OperationId]
type RowOf<Id extends OperationId> = Operations[Id] extends { row: infer Row } ? Row : never

type Methods = { readonly [Id in OperationId]: Called<Operations[Id]['input'], ResultOf<Id>> }
type Lists = { readonly [Id in ListId]: Called<Operations[Id]['input'], AsyncGenerator<RowOf<Id>, void, undefined>> }

/** Client for one server, with a method for each operation id. */
export interface Atelier extends Methods {
  /** Every row of a list, over all of its pages. */
  readonly every: Lists
}

/** The input of an operation, and its answer. */
export type Input<Id extends OperationId> = Operations[Id]['input']
export type Answer<Id extends OperationId> = Operations[Id]['answer']

/** Opens a client. Nothing is sent before the first call. */
export const openAtelier = (options: AtelierOptions): Atelier => {
  const { url, key, workspace, headers, signal, timeoutMs, retries = usualRetries } = options
  const connection: Connection = {
    url: new URL(url).origin,
    headers: {
      ...headers,
      ...(key !== undefined && { 'x-api-key': key }),
      ...(workspace !== undefined && { 'x-organization-id': workspace }),
    },
    signal,
    timeoutMs,
    retries,
    fetch: options.fetch ?? ((...request) => fetch(...request)),
  }
  const methods = operationIds.map((id) => [id, methodOf(connection, entryOf(id))] as const)
  const lists = operationIds.map(entryOf).filter(({ rows }) => rows !== undefined)
  const every = lists.map((entry) => [entry.id, listOf(connection, entry)] as const)
  return { ...Object.fromEntries(methods), every: Object.fromEntries(every) } as unknown as Atelier
}

const listOf = (connection: Connection, entry: Entry) => (input?: UntypedInput, options?: CallOptions) =>
  everyRow(connection, entry, input, options)

const methodOf =
  (connection: Connection, entry: Entry) =>
  (input: UntypedInput = {}, options: CallOptions = {}): unknown => {
    if (entry.answers === 'events') return follow({ connection, entry, input, options })
    if (entry.upload !== undefined) return upload({ connection, entry, input, options })
    return send(connection, entry, { input, options }, (answer) =>
      entry.answers === 'bytes' && !isJsonInstead(answer) ? downloadOf(answer) : jsonOf(entry, answer),
    )
  }

/** Some operations answer an address instead of the bytes. */
const isJsonInstead = ({ headers }: Response) =>
  !headers.has('content-disposition') && (headers.get('content-type')?.startsWith('application/json') ?? false)

const downloadOf = async (answer: Response): Promise<Download> => {
  const size = answer.headers.get('content-length')
  return {
    mediaType: answer.headers.get('content-type') ?? 'application/octet-stream',
    sizeBytes: size === null ? undefined : Number(size),
    fileName: fileNameIn(answer.headers.get('content-disposition')),
    stream: answer.body ?? new Blob([]).stream(),
    bytes: async () => new Uint8Array(await answer.arrayBuffer()),
    text: () => answer.text(),
  }
}

/** Source: RFC 6266; a name is never a path. */
const fileNameIn = (header: string | null): string | undefined => {
  const encoded = /filename\*=utf-8''([^;]+)/i.exec(header ?? '')?.[1]
  const name = encoded === undefined ? /filename="([^"]*)"/i.exec(header ?? '')?.[1] : decoded(encoded)
  const last = name?.replaceAll(/^.*[/\\]/g, '')
  return last === '' ? undefined : last
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
