import { bare, textAt, type ProviderRequest } from '../web/index.ts'
import type { Capability, LookupAnswer, LookupInput, LookupRefusalReason } from './lookup.ts'

/** The request and the parsed answer for a provider's capability: undefined for a body of another form. */
export interface LookupExchange {
  request(apiKey: string, input: LookupInput): ProviderRequest
  answer(status: number, body: unknown): LookupAnswer | undefined
}

/** A provider that takes a request, and is asked for the result later. */
interface BackgroundExchange {
  readonly begin: {
    request(apiKey: string, input: LookupInput): ProviderRequest
    /** The id to look with. */
    answer(body: unknown): string | undefined
  }
  readonly look: {
    request(apiKey: string, id: string): ProviderRequest
    answer(status: number, body: unknown): LookupAnswer | undefined
  }
}

/** The price of a look-up, in micro-dollars. */
export interface LookupPrice {
  readonly micros: number
  /** `found`: a look-up that finds nothing is free. */
  readonly billed: 'asked' | 'found'
}

/** The public API of a provider. */
export interface DataProviderApi {
  /** As it calls itself. */
  readonly label: string
  readonly exchanges: Readonly<Partial<Record<Capability, LookupExchange>>>
  readonly background?: Readonly<Partial<Record<Capability, BackgroundExchange>>>
  readonly prices: Readonly<Partial<Record<Capability, LookupPrice>>>
  /** Statuses that mean that nothing was found. */
  readonly notFoundStatuses?: readonly number[]
  /** The reason of a refusal that its status does not contain. */
  refusal?(status: number, body: unknown): LookupRefusalReason | undefined
}

/** The text at a path in an answer, trimmed; undefined if it is empty or absent. */
export const textOf = (body: unknown, ...path: readonly string[]): string | undefined =>
  textAt(body, ...path).trim() || undefined

/** A request of a provider that takes its key in a header. Facts without a value are left out of the query. */
export const get = (
  apiKey: string,
  path: string,
  query: Readonly<Record<string, string | undefined>>,
): ProviderRequest =>
  bare('GET', `${path}?${new URLSearchParams(facts(query) as Record<string, string>).toString()}`, {
    'x-api-key': apiKey,
  })

/** Returns facts without unknown values. */
export const facts = <Facts extends object>(all: Facts) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof Facts]?: Exclude<Facts[Name], undefined>
  }

/** The answer about a person; `not_found` without a name and a role. */
export const personFound = (confidence: number, name: string | undefined, role: string | undefined): LookupAnswer =>
  name === undefined && role === undefined ? 'not_found' : { found: { confidence, ...facts({ name, role }) } }

/** A score of `most` as a number from 0 to 1. */
export const scoreOf = (value: unknown, most: number, absent: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(1, Math.max(0, value / most)) : absent
