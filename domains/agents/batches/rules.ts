/** Endpoints for the items of a batch: up to 5,000 model calls (items), done within days. */
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
 * `queued` waits to begin, `submitted` waits for the provider, `working` is sent item by item by our own queue, `ended`
 * has a result or a failure for each item, `failed` could not begin, and `cancelled` was stopped.
 */
export const batchStatuses = ['queued', 'submitted', 'working', 'ended', 'failed', 'cancelled'] as const
export type BatchStatus = (typeof batchStatuses)[number]
export const openStatuses = ['queued', 'submitted', 'working'] as const satisfies readonly BatchStatus[]
export const isOpen = (status: BatchStatus): boolean => (openStatuses as readonly BatchStatus[]).includes(status)

export const itemStatuses = ['waiting', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type ItemStatus = (typeof itemStatuses)[number]

/** Who sends the items: the provider's own batch API, or our queue of single calls. */
export const batchRoutes = ['provider', 'queue'] as const
export type BatchRoute = (typeof batchRoutes)[number]
export const policyRoutes = ['any', ...batchRoutes] as const

/** Checks that a caller may switch off; a budget never is, and asking for it is refused. */
export const waivers = ['price', 'budget'] as const
export interface BatchPolicy {
  readonly maxCostUsd: number | null
  readonly route?: (typeof policyRoutes)[number]
  readonly waive?: (typeof waivers)[number][]
}

export const itemsMost = 5_000
/** Shape of the customId by which a caller names an item of a batch. */
export const customIdPattern = '^[A-Za-z0-9_.:-]{1,64}$'
/** Time limit of a batch after it was submitted or sent; items that are unfinished by then fail. */
export const deadlineMs = 72 * 3_600_000
/** How long the money of a batch stays reserved: longer than any batch takes. */
export const reservedMs = deadlineMs + 24 * 3_600_000

const pollFirstMs = 10_000
const pollMostMs = 15 * 60_000

/**
 * Returns the pause before the provider is asked about a batch again: doubled from ten seconds to fifteen minutes, less
 * up to half of it by `random` (0 to 1), so that batches spread.
 */
export const pollDelayMs = (polls: number, random: number): number =>
  Math.round(Math.min(pollMostMs, pollFirstMs * 2 ** Math.min(polls, 20)) * (1 - random / 2))

/** How often our queue sends an item whose endpoint is overloaded. */
export const triesMost = 5
/** Items of one batch that our queue sends at the same time. */
export const itemsAtOnce = 4

/** Returns the id of an item for the provider: a customId can contain private text and never leaves this server. */
export const sentIdOf = (batchId: string, seq: number): string => `${batchId.replaceAll('-', '').slice(-12)}-${seq}`

/** Returns the position of an item from its id at the provider; undefined if this batch has no such item. */
export const seqOf = (batchId: string, sentId: string): number | undefined => {
  const seq = /^[0-9a-f]{12}-(0|[1-9]\d{0,5})$/.exec(sentId)?.[1]
  return seq !== undefined && sentIdOf(batchId, Number(seq)) === sentId ? Number(seq) : undefined
}

/** Returns the cost of an item at the percentage that the provider charges in a batch; at most the reserved amount. */
export const itemCost = (
  costMicros: number,
  { worstMicros, percent }: { worstMicros: number; percent: number },
): number => Math.min(worstMicros, Math.ceil((costMicros * percent) / 100))

/** Returns the positions of items whose customId an earlier item has. */
export const repeatedIds = (customIds: readonly string[]): readonly number[] => {
  const seen = new Set<string>()
  return customIds.flatMap((id, at) => {
    if (seen.has(id)) return [at]
    seen.add(id)
    return []
  })
}
