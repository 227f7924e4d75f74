/** An item as it is sent to a provider: `customId` is ours, of letters, digits and hyphens, 64 at most. */
export interface SentItem {
  readonly customId: string
  /** JSON as the endpoint takes it. */
  readonly body: string
}

interface NewProviderBatch {
  /** Our id, by which an earlier hand-over is found. */
  readonly id: string
  readonly items: readonly SentItem[]
  /** Whether it may have been sent before, by a process that died, and no earlier than when. */
  readonly perhapsSentSince: Date | undefined
}

export interface ProviderBatchState {
  readonly status: 'working' | 'ended' | 'failed'
  /** How many items are done; null if the provider does not report it. */
  readonly done: number | null
  /** Paths of the results, in order; some only once it has ended. */
  readonly results: readonly string[]
}

/** One line of results. A line that is no result is `malformed`. */
export type ProviderResult =
  | { readonly kind: 'answer'; readonly customId: string; readonly answer: string }
  | { readonly kind: 'failure'; readonly customId: string; readonly code: string }
  | { readonly kind: 'malformed' }

/** The batches of an endpoint. All of them throw ModelFailure. */
export interface ProviderBatches {
  /** Whether it has any. Stores and bills nothing. */
  isServed(signal: AbortSignal): Promise<boolean>
  /** Hands a batch over, and returns the provider's id; undefined if it is unknown whether it was sent before. */
  submit(batch: NewProviderBatch, signal: AbortSignal): Promise<string | undefined>
  state(id: string, signal: AbortSignal): Promise<ProviderBatchState>
  results(state: ProviderBatchState, signal: AbortSignal): AsyncIterable<ProviderResult>
  cancel(id: string, signal: AbortSignal): Promise<void>
}
