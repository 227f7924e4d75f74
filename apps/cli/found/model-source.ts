import type { KeySource, ServerSource, SourceFacts } from '../../../execution/models/found/source.ts'
import type { ExternalAgent } from '../../../execution/harness/external-agents.ts'

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

/** The stored facts of a source that a person chose. */
export type UsedSource =
  | { readonly kind: 'endpoint'; readonly model: string; readonly roles: readonly string[] }
  | { readonly kind: 'agent'; readonly harness: string; readonly name: string }
