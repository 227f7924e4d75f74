import type { ModelFailure } from '../failure.ts'
import type { Usage } from '../price.ts'
import { createHash } from 'node:crypto'

export interface OutgoingSettings {
  /** The endpoint's host. */
  readonly name: string
  readonly model: string
  readonly maxOutputTokens: number
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens'
  readonly effort?: string | undefined
  readonly temperature?: number | undefined
  /** Whether messages may hold pictures, as their bytes. */
  readonly takesPictures?: boolean
}

export interface OutgoingRequest {
  /** Canonical JSON (RFC 8785): the sent body, whose SHA-256 is `hash`. */
  readonly body: string
  readonly bodyBytes: number
  readonly hash: Buffer
  readonly maxOutputTokens: number
  readonly streams: boolean
  /** False for a caller of a chat completion that did not ask for the usage event. */
  readonly wantsUsage: boolean
  /** It may read as much as the model's window holds, independent of its bytes. */
  readonly holdsPictures: boolean
  /** Types of tools that the request named and that are not sent. */
  readonly leftOut: readonly string[]
  /** Settings of the request that change no answer here, and that are not sent. */
  readonly settingsLeftOut: readonly string[]
}

/** Follows the events of a streamed answer. */
export interface StreamReader {
  /** A batch of events as the caller gets it; `each` gets every parsed event. Throws ModelFailure for a wrong event. */
  take(events: readonly string[], each?: (event: object) => void): string
  /** Whether the last event has come, and the rest is not to be waited for. */
  readonly isOver: boolean
  /** The usage that was reported. Throws ModelFailure when the answer ended before it was whole. */
  end(): Usage | undefined
}

/** The form of requests, answers and errors: for the endpoint, and for the gateway's callers. */
export interface Shape {
  /** Behind the endpoint's version. */
  readonly path: string
  /** Headers with the caller's key. */
  headers(apiKey: string | undefined): Readonly<Record<string, string>>
  /**
   * A caller's request as it goes to the endpoint: only its known fields, the configured model, an output bound, and
   * usage always reported. `conversation` is equal for all calls in a conversation. Throws ModelFailure 400 that names
   * the first field that is wrong. `body` is JSON text, or a parsed value whose size and depth were judged already.
   */
  prepare(body: string | object, settings: OutgoingSettings, conversation?: string): OutgoingRequest
  /** The usage that a whole answer reports. Throws ModelFailure when it is no answer. */
  usageOf(endpoint: string, answer: string): Usage | undefined
  /** A whole answer that was judged already, in a form that every caller of the shape reads. */
  mended(answer: string): string
  streamReader(endpoint: string, wantsUsage: boolean): StreamReader
  /** The text after the last event of a stream. */
  readonly streamEnd: string
  errorBody(failure: ModelFailure): string
  /** The failure as the last event of a stream. */
  errorEvent(failure: ModelFailure): string
}

/**
 * An id of a call as an endpoint takes it: unchanged if it fits the pattern, and otherwise derived from it with that
 * length (at most 40), equal for a call and its result. Ids from an endpoint go to another when the model of a
 * conversation changes.
 */
export const fittingId = (id: string, { pattern, length }: { readonly pattern: RegExp; readonly length: number }) =>
  pattern.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, length)

/** True if an endpoint, by its name in records (the host, or `name (host)`), belongs to the maker with this domain. */
export const isOf = (endpoint: string, domain: string): boolean => {
  const inBrackets = endpoint.endsWith(')') ? endpoint.slice(endpoint.lastIndexOf('(') + 1, -1) : endpoint
  const host = inBrackets.replace(/:\d{1,5}$/, '')
  return host === domain || host.endsWith(`.${domain}`)
}
