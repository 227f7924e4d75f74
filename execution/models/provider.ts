import type { Price } from './price.ts'
import type { ShapeName } from './shapes/index.ts'

/** A model of an endpoint: what it costs, what fits into it, and how it is asked. */
export interface ModelChoice {
  readonly model: string
  /** Undefined where nobody said what it costs: a cap then refuses its calls. All zero is a model that is free. */
  readonly price: Price | undefined
  readonly contextTokens: number
  readonly maxOutputTokens: number
  /** Goes before what a request asks for; undefined leaves that to the request. */
  readonly temperature?: number | undefined
}

/** An endpoint of one shape. Both calls throw ModelFailure, and end when `signal` aborts. */
export interface ModelProvider extends ModelChoice {
  /** For records and messages: `offline`, or the endpoint's host. */
  readonly name: string
  /** How its requests and answers are written. */
  readonly shape: ShapeName
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens'
  /** How much the model thinks, where the operator says so: it goes before what a request asks for. */
  readonly effort?: string | undefined
  /** The answer as JSON text, whatever it holds. */
  complete(body: string, signal: AbortSignal): Promise<string>
  /** The payloads of the answer's server-sent events as they come in, several at a time, without `[DONE]`. */
  stream(body: string, signal: AbortSignal): AsyncIterable<readonly string[]>
  /** The same endpoint with another model. What it refuses of a request is remembered for each model by itself. */
  choose(choice: ModelChoice): ModelProvider
  close(): Promise<void>
}
