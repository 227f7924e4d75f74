/** The forms in which items are written. */
export const batchForms = ['/v1/chat/completions', '/v1/responses', '/v1/messages', '/v1/embeddings'] as const
export const batchKinds = [
  'backfill',
  'classification',
  'enrichment',
  'transcription',
  'variation',
  'evaluation',
] as const
export type BatchKind = (typeof batchKinds)[number]

/**
 * `queued` waits to be carried out, `submitted` is held by the provider, `working` is called by our own queue, `ended`
 * has a result or a failure for each item, `failed` could not be carried out, and `cancelled` was stopped.
 */
export const batchStatuses = ['queued', 'submitted', 'working', 'ended', 'failed', 'cancelled'] as const
export type BatchStatus = (typeof batchStatuses)[number]
export const openStatuses = ['queued', 'submitted', 'working'] as const satisfies readonly BatchStatus[]
export const isOpen = (status: BatchStatus): boolean => (openStatuses as readonly BatchStatus[]).includes(status)

export const itemStatuses = ['waiting', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type ItemStatus = (typeof itemStatuses)[number]

/** The carrier of a batch: the batches of the provider, or our own queue of calls. */
export const batchRoutes = ['provider', 'queue'] as const
export type BatchRoute = (typeof batchRoutes)[number]
export const policyRoutes = ['any', ...batchRoutes] as const

export const waivers = ['price', 'budget'] as const
export interface BatchPolicy {
  readonly maxCostUsd: number | null
  readonly route?: (typeof policyRoutes)[number]
  readonly waive?: (typeof waivers)[number][]
}

export const itemsMost = 5_000
/** The names of items within their batch. */
export const customIdPattern = '^[A-Za-z0-9_.:-]{1,64}$'
/** After `submitted` and `working`: items that are unfinished by then have failed. */
export const deadlineMs = 72 * 3_600_000
/** How long the money is held: longer than any batch takes. */
export const reservedMs = deadlineMs + 24 * 3_600_000

const pollFirstMs = 10_000
const pollMostMs = 15 * 60_000

/**
 * The pause before a provider is asked again: doubled from ten seconds to fifteen minutes, less up to half of it by
 * `random` (0 to 1), so that batches spread.
 */
export const pollDelayMs = (polls: number, random: number): number =>
  Math.round(Math.min(pollMostMs, pollFirstMs * 2 ** Math.min(polls, 20)) * (1 - random / 2))

/** How often an item of our queue is sent while its endpoint has too much to do. */
export const triesMost = 5
/** Items of one batch that our queue sends at the same time. */
export const itemsAtOnce = 4

/** The name of an item at a provider: no customId of a caller leaves this server. */
export const sentIdOf = (batchId: string, seq: number): string => `${batchId.replaceAll('-', '').slice(-12)}-${seq}`

/** The place of an item by its name at a provider; undefined for the name of no item of this batch. */
export const seqOf = (batchId: string, sentId: string): number | undefined => {
  const seq = /^[0-9a-f]{12}-(0|[1-9]\d{0,5})$/.exec(sentId)?.[1]
  return seq !== undefined && sentIdOf(batchId, Number(seq)) === sentId ? Number(seq) : undefined
}

/** The cost of an item in a provider's batch, which has a price of its own; never more than was reserved. */
export const itemCost = (
  costMicros: number,
  { worstMicros, percent }: { worstMicros: number; percent: number },
): number => Math.min(worstMicros, Math.ceil((costMicros * percent) / 100))

/** Places of items that have the customId of an earlier one. */
export const repeatedIds = (customIds: readonly string[]): readonly number[] => {
  const seen = new Set<string>()
  return customIds.flatMap((id, at) => {
    if (seen.has(id)) return [at]
    seen.add(id)
    return []
  })
}
