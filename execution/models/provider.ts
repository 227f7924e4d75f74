import type { Price } from './price.ts'
import type { ShapeName } from './shapes/index.ts'

/** A model of an endpoint: its price, its window, and its call options. */
export interface ModelChoice {
  readonly model: string
  /** Undefined without a stated price: a cap then refuses its calls. All zero is a model that is free. */
  readonly price: Price | undefined
  readonly contextTokens: number
  readonly maxOutputTokens: number
  /** Overrides the value in a request; undefined leaves that to the request. */
  readonly temperature?: number | undefined
}

/** A request to an endpoint beside calls of its shape: embeddings, counts of tokens, files, batches, media. */
export interface EndpointRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Behind the version of its address, such as `/embeddings`. */
  readonly path: string
  readonly content?: { readonly mediaType: string; readonly bytes: string | Buffer }
  /** Whether a POST is sent again after a hang-up: not if the caller repeats it, or looks first for the result. */
  readonly repeats?: boolean
}

/** A JSON text as the content of a request. */
export const jsonContent = (text: string) => ({ mediaType: 'application/json', bytes: text })

/** The most that an answer may have if a request sets none: 16 MiB. */
export const answerMostBytes = 16 * 2 ** 20

/** HTTP calls to an endpoint. All throw ModelFailure, also for any answer but 200, and end when `signal` aborts. */
export interface EndpointDoor {
  /** The whole answer as text, of at most `mostBytes`. */
  text(request: EndpointRequest, signal: AbortSignal, mostBytes?: number): Promise<string>
  /** The bytes of an answer that is no text, as they come, at most `mostBytes` of them. */
  bytes(request: EndpointRequest, signal: AbortSignal, mostBytes: number): AsyncIterable<Buffer>
  /** The lines of an answer that is too large to be held; one line has 4 MiB at most, all of them 512 MiB. */
  lines(request: EndpointRequest, signal: AbortSignal): AsyncIterable<string>
}

/** An endpoint with a fixed shape. Both calls throw ModelFailure, and end when `signal` aborts. */
export interface ModelProvider extends ModelChoice {
  /** For records and messages: `offline`, or the endpoint's host. */
  readonly name: string
  /** How its requests and answers are written. */
  readonly shape: ShapeName
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens'
  /** How much the model thinks, if the operator sets it: it overrides the value in a request. */
  readonly effort?: string | undefined
  /** The answer as JSON text with any content. */
  complete(body: string, signal: AbortSignal): Promise<string>
  /** The payloads of the answer's server-sent events as they come in, several at a time, without `[DONE]`. */
  stream(body: string, signal: AbortSignal): AsyncIterable<readonly string[]>
  /** Returns the endpoint with another model. Refused parameters are remembered for each model separately. */
  choose(choice: ModelChoice): ModelProvider
  /** Undefined for the built-in model, which answers only calls of its shape. */
  readonly door?: EndpointDoor
  close(): Promise<void>
}
