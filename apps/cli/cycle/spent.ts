import { budgets } from '../../../domains/delivery/budgets/contract.ts'
import type { Client, Reply } from '../client/client.ts'
import { undefinedIf } from '../failure.ts'
import { counted, durationText } from '../terminal/text.ts'

export type CycleUsage = Reply<typeof budgets.getCycleUsage>

/** The use of models by the runs of a cycle; undefined for a caller who may not read it. */
export const readUsage = (client: Client, id: string): Promise<CycleUsage | undefined> =>
  client
    .call(budgets.getCycleUsage, { params: { id } })
    .catch(undefinedIf(({ kind, code }) => ['unreachable', 'absent'].includes(kind) && code !== 'not_reached'))

/** `850 tokens`, `12.4k tokens`, `3.1M tokens`. */
export const tokensText = (tokens: number): string => {
  if (tokens < 1_000) return counted(tokens, 'token')
  return tokens < 999_950 ? `${(tokens / 1_000).toFixed(1)}k tokens` : `${(tokens / 1_000_000).toFixed(1)}M tokens`
}

/** `$0.12`; amounts below a cent with as many digits as needed. */
export const dollarsText = (usd: number): string =>
  usd > 0 && usd < 0.01 ? `$${usd.toFixed(6).replace(/0{1,6}$/, '')}` : `$${usd.toFixed(2)}`

// Show minutes under an hour, seconds under two minutes.
const leftText = (ms: number) => (ms >= 120_000 ? `${Math.floor(ms / 60_000)} min` : durationText(ms))

/** `12.4k tokens · $0.12 of $5.00 · 58 min left`; without dollars if no price for tokens is known. */
export const spentText = (usage: CycleUsage, leftMs?: number): string => {
  const { inputTokens, outputTokens, costUsd, capUsd, unpricedCalls, estimatedCalls } = usage
  const cap = capUsd === null ? '' : ` of ${dollarsText(capUsd)}`
  return [
    tokensText(inputTokens + outputTokens),
    ...(costUsd > 0 ? [`${dollarsText(costUsd)}${cap}`] : []),
    ...(costUsd > 0 && unpricedCalls > 0 ? [`${unpricedCalls} calls at an unknown price`] : []),
    ...(costUsd > 0 && estimatedCalls > 0 ? [`${estimatedCalls} calls estimated`] : []),
    ...(leftMs === undefined ? [] : [`${leftText(Math.max(0, leftMs))} left`]),
  ].join(' · ')
}
