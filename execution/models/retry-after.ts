type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * How long an endpoint asks to wait before a request is sent again, in milliseconds: `retry-after-ms`, `Retry-After`
 * (RFC 9110, section 10.2.3), or else when the limits that are used up are full again, as OpenAI
 * (`x-ratelimit-reset-tokens: 6m0s`) and Anthropic (`anthropic-ratelimit-tokens-reset`, a time).
 */
export const retryAfterMs = ({ headers }: { readonly headers: Headers }, nowMs = Date.now()): number | undefined => {
  const exactMs = valueOf(headers, 'retry-after-ms')
  if (exactMs !== undefined && /^\d+(\.\d+)?$/.test(exactMs)) return Number(exactMs)
  const after = valueOf(headers, 'retry-after')
  const waitMs = after === undefined ? undefined : waitIn(after, nowMs)
  return waitMs ?? resetIn(headers, nowMs)
}

const valueOf = (headers: Headers, name: string) => [headers[name]].flat()[0]

const waitIn = (value: string, nowMs: number) =>
  /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : until(value, nowMs)

const until = (time: string, nowMs: number) => {
  const waitMs = Date.parse(time) - nowMs
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}

const openAi = ['requests', 'tokens'].map((what) => [`x-ratelimit-remaining-${what}`, `x-ratelimit-reset-${what}`])
const anthropic = ['requests', 'tokens', 'input-tokens', 'output-tokens'].map((what) => [
  `anthropic-ratelimit-${what}-remaining`,
  `anthropic-ratelimit-${what}-reset`,
])

/** The longest wait of the limits that are used up. */
const resetIn = (headers: Headers, nowMs: number) => {
  const waits = [...openAi, ...anthropic].flatMap(([remaining, reset]) => {
    const value = valueOf(headers, reset!)
    if (value === undefined || valueOf(headers, remaining!) !== '0') return []
    return durationIn(value) ?? until(value, nowMs) ?? []
  })
  return waits.length === 0 ? undefined : Math.max(...waits)
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Go's way to write a duration: `1s`, `6m0s`, `900ms`. */
const durationIn = (value: string) => {
  if (!/^(\d{1,15}(\.\d{1,15})?(ms|s|m|h|d)){1,9}$/.test(value)) return undefined
  const parts = value.matchAll(/(\d{1,15}(?:\.\d{1,15})?)(ms|s|m|h|d)/g)
  return [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * unitMs[unit!]!, 0)
}

/** The wait that an error asks for in its body, in milliseconds, as Google has it: `retryDelay` of a `RetryInfo`. */
export const waitOf = ({ details }: { readonly details: unknown }): number | undefined => {
  const all: readonly unknown[] = Array.isArray(details) ? details : []
  const delays = all.map((one) => (one as { readonly retryDelay?: unknown } | null)?.retryDelay)
  const delay = delays.find((one) => typeof one === 'string')
  return delay === undefined ? undefined : durationIn(delay)
}
