/** Micro-dollars for a million tokens: 3 USD are 3,000,000. Cached input is priced as input. */
export interface Price {
  readonly inputMicrosPerMillion: number
  readonly outputMicrosPerMillion: number
}

export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Integer micro-dollars of a call, rounded up once. Token counts and prices are non-negative safe integers. */
export const costMicros = (price: Price, usage: Usage): number => {
  const input = BigInt(usage.inputTokens) * BigInt(price.inputMicrosPerMillion)
  const output = BigInt(usage.outputTokens) * BigInt(price.outputMicrosPerMillion)
  return Number((input + output + 999_999n) / 1_000_000n)
}

// What a provider's own template may add to the text: role markers and the preamble of tools.
const templateTokens = 4_096

/**
 * The most that a call can use: every byte of its JSON body a token of its own, plus the template, but never more than
 * the model's window, which a provider cannot exceed; and every output token that was asked for. Bodies hold text
 * alone, since a picture costs tokens that its address does not show.
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
