import type { Price } from './price.ts'
import type { ShapeName } from './shapes/index.ts'

/** An endpoint of one shape. Both calls throw ModelFailure, and end when `signal` aborts. */
export interface ModelProvider {
  /** For records and messages: `offline`, or the endpoint's host. */
  readonly name: string
  readonly model: string
  /** How its requests and answers are written. */
  readonly shape: ShapeName
  readonly price: Price
  readonly contextTokens: number
  readonly maxOutputTokens: number
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens'
  /** How much the model thinks, where the operator says so: it goes before what a request asks for. */
  readonly effort?: string | undefined
  /** The answer as JSON text, whatever it holds. */
  complete(body: string, signal: AbortSignal): Promise<string>
  /** The payloads of the answer's server-sent events as they come in, several at a time, without `[DONE]`. */
  stream(body: string, signal: AbortSignal): AsyncIterable<readonly string[]>
  close(): Promise<void>
}
