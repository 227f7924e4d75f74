import { costMicros, type Price, type Probe } from '../../../execution/models/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { ModelEndpointTest } from './contract/endpoints.ts'

/** The result of a test: both questions count, the second one as its cache answered it. */
export const presentTest = (
  identifier: string,
  price: Price,
  { streams, callsTools, usage, again, questionTokensMin, refusal }: Probe,
): Static<typeof ModelEndpointTest> => ({
  identifier,
  works: streams && callsTools,
  streams,
  callsTools,
  inputTokens: usage?.inputTokens ?? null,
  outputTokens: usage?.outputTokens ?? null,
  cacheReadTokens: again?.cacheReadTokens ?? null,
  readsWhole: usage ? usage.inputTokens >= questionTokensMin : null,
  costUsd: usage && again ? (costMicros(price, usage) + costMicros(price, again)) / 1_000_000 : null,
  refusal: refusal ?? null,
})
