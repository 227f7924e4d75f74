import type { PageText, SearchResult, WebRefusalReason } from './web.ts'

/** A request to a provider, without its address. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With its query; begins with a slash. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The request to a provider and its parsed answer: undefined for a body of another form. */
export interface Exchange<Input, Output> {
  /** For all of it; by default half a minute. */
  readonly withinMs?: number
  request(apiKey: string, input: Input): ProviderRequest
  answer(body: unknown, input: Input): Output | WebRefusalReason | undefined
}

/** The state of a crawl that a provider began. */
export interface CrawlState {
  readonly isOver: boolean
  /** Those that were read so far. */
  readonly pages: readonly PageText[]
}

/** A crawl that a provider begins, and is asked about until it is over. */
export interface CrawlJob {
  readonly begin: Exchange<string, { readonly id: string }>
  readonly look: Exchange<string, CrawlState>
  readonly end: Exchange<string, object>
}

/** The public API of a provider. */
export interface ProviderApi {
  /** As it calls itself. */
  readonly label: string
  readonly search: Exchange<string, readonly SearchResult[]>
  /** Absent if it only searches. */
  readonly read?: Exchange<string, PageText>
  /** Pages of a site from an address on; absent if it does not follow links. */
  readonly crawl?: Exchange<string, readonly PageText[]> | CrawlJob
  /** The reason of a refusal that its status does not contain. */
  refusal?(status: number, body: unknown): WebRefusalReason | undefined
}

export const resultsMost = 8

export const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` })

/** A request without a body. */
export const bare = (
  method: 'GET' | 'DELETE',
  path: string,
  headers: Readonly<Record<string, string>>,
): ProviderRequest => ({ method, path, headers: { ...headers, accept: 'application/json' } })

/** A POST of JSON. */
export const post = (path: string, headers: Readonly<Record<string, string>>, body: object): ProviderRequest => ({
  method: 'POST',
  path,
  headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** The value under these names, one inside the other; undefined if it is missing. */
export const at = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Readonly<Record<string, unknown>>)[name] : undefined,
    value,
  )

export const textAt = (value: unknown, ...names: readonly string[]): string => {
  const found = at(value, ...names)
  return typeof found === 'string' ? found : ''
}

/** The values in a list; empty if it is not a list. */
export const listAt = (value: unknown, ...names: readonly string[]): readonly unknown[] => {
  const found = at(value, ...names)
  return Array.isArray(found) ? found : []
}

/** A list of results, each with an address; undefined if it is not a list. */
export const resultsIn = (list: unknown, snippet: (one: unknown) => string): readonly SearchResult[] | undefined =>
  Array.isArray(list)
    ? (list as readonly unknown[])
        .filter((one) => textAt(one, 'url') !== '')
        .slice(0, resultsMost)
        .map((one) => ({ url: textAt(one, 'url'), title: textAt(one, 'title'), snippet: snippet(one) }))
    : undefined
