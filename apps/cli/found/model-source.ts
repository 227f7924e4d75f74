import type { ExternalAgent } from '../../../execution/harness/external-agents.ts'

export interface ModelPrice {
  readonly inputUsdPerMillion: number
  readonly outputUsdPerMillion: number
  readonly cacheReadUsdPerMillion?: number | undefined
  /** The day of the price list, such as `2026-03-04`. */
  readonly pricedOn: string
}

interface SourceFacts {
  /** What is typed to choose it, such as `ollama`. */
  readonly name: string
  readonly title: string
  /** Why it cannot be used as it is, as a sentence; undefined where it can. */
  readonly unusable?: string | undefined
}

/** A key in the environment. Its value is never part of this: it is read again when it is sent. */
export interface KeySource extends SourceFacts {
  readonly kind: 'key'
  readonly variable: string
  readonly baseUrl: string
  readonly model: string
  readonly contextTokens?: number | undefined
  readonly maxOutputTokens?: number | undefined
  readonly price?: ModelPrice | undefined
}

/** A model server on this machine. */
export interface ServerSource extends SourceFacts {
  readonly kind: 'server'
  readonly baseUrl: string
  /** The one that is taken unless another is named. */
  readonly model?: string | undefined
  readonly models: readonly string[]
  readonly contextTokens?: number | undefined
}

/** A coding agent on the PATH that speaks the Agent Client Protocol. */
export interface AgentSource extends SourceFacts {
  readonly kind: 'agent'
  readonly program: string
  readonly version?: string | undefined
  readonly agent?: ExternalAgent | undefined
}

export type ModelSource = KeySource | ServerSource | AgentSource

export interface UseOptions {
  readonly model?: string
  readonly price?: string
}

/** What was kept of a source that somebody chose. */
export type UsedSource =
  | { readonly kind: 'endpoint'; readonly model: string; readonly roles: readonly string[] }
  | { readonly kind: 'agent'; readonly harness: string; readonly name: string }
