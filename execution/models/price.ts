/** Micro-dollars for a million tokens: 3 USD are 3,000,000. Unset prices of a cache equal the input price. */
export interface Price {
  readonly inputMicrosPerMillion: number
  readonly outputMicrosPerMillion: number
  readonly cacheReadMicrosPerMillion?: number | undefined
  readonly cacheWriteMicrosPerMillion?: number | undefined
}

/** Tokens of a call as its endpoint reports them. Unset counts were not reported. */
export interface Usage {
  /** All that were read, from a cache or not. */
  readonly inputTokens: number
  /** All that were written, thoughts included. */
  readonly outputTokens: number
  /** Part of the input: read from a cache of the endpoint. */
  readonly cacheReadTokens?: number | undefined
  /** Part of the input: written to the cache. */
  readonly cacheWriteTokens?: number | undefined
  /** Part of the output: thoughts. */
  readonly reasoningTokens?: number | undefined
  /** Whether the endpoint's counts contradict one another, so that the larger ones stand. */
  readonly isEstimate?: true
}

/** Integer micro-dollars of a call, rounded up once. Token counts and prices are non-negative safe integers. */
export const costMicros = (price: Price, usage: Usage): number => {
  const read = Math.min(usage.cacheReadTokens ?? 0, usage.inputTokens)
  const written = Math.min(usage.cacheWriteTokens ?? 0, usage.inputTokens - read)
  const { inputMicrosPerMillion: input } = price
  const parts: readonly (readonly [number, number])[] = [
    [usage.inputTokens - read - written, input],
    [read, price.cacheReadMicrosPerMillion ?? input],
    [written, price.cacheWriteMicrosPerMillion ?? input],
    [usage.outputTokens, price.outputMicrosPerMillion],
  ]
  const sum = parts.reduce((total, [tokens, micros]) => total + BigInt(tokens) * BigInt(micros), 0n)
  return Number((sum + 999_999n) / 1_000_000n)
}

/** Integer micro-dollars of the most that a call can cost, however much of its input a cache has. */
export const worstMicros = (price: Price, usage: Usage): number => {
  const { inputMicrosPerMillion: input, cacheReadMicrosPerMillion: read, cacheWriteMicrosPerMillion: write } = price
  const dearest = { ...price, inputMicrosPerMillion: Math.max(input, read ?? 0, write ?? 0) }
  return costMicros(dearest, { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens })
}

// The text that a provider's own template may add: role markers and the preamble of tools.
const templateTokens = 4_096

/**
 * The most that a call can use: every byte of its JSON body a token of its own, plus the template, but never more than
 * the model's window, which a provider cannot exceed; and every output token that was asked for. A picture costs
 * tokens that its bytes do not show: `bodyBytes` of a body that holds one are Infinity.
 */
export const worstUsage = (bodyBytes: number, maxOutputTokens: number, contextTokens: number): Usage => ({
  inputTokens: Math.min(contextTokens, bodyBytes + templateTokens),
  outputTokens: maxOutputTokens,
})

/** Micro-dollars as people read them: $0.12, $0.000345. */
export const dollars = (micros: number): string => {
  const [whole, fraction = ''] = (micros / 1_000_000).toFixed(6).split('.')
  return `$${whole}.${fraction.replace(/0{1,4}$/, '')}`
}
