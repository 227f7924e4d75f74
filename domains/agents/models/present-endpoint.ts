import type { Static } from '../../../platform/contract/index.ts'
import type { ListedModel, ModelEndpoint, ModelEndpointTest } from './contract/endpoints.ts'
import { identifierOf, type StoredModel } from './rules/endpoints.ts'
import type { EndpointRow } from './tables.ts'
import { costMicros, type Price, type Probe } from '../../../execution/models/index.ts'

const microsPerUsd = 1_000_000
const usd = (micros: number | null) => (micros === null ? null : micros / microsPerUsd)

/** Returns micro-dollars; a positive price is never rounded to zero, which would mean free. */
const micros = (given: number) => Math.max(Math.round(given * microsPerUsd), given > 0 ? 1 : 0)
const maybeMicros = (given: number | null | undefined) => (given == null ? null : micros(given))

export const storedModel = (given: Static<typeof ListedModel>): StoredModel => ({
  model: given.model,
  inputMicrosPerMillion: micros(given.inputUsdPerMillion),
  outputMicrosPerMillion: micros(given.outputUsdPerMillion),
  cacheReadMicrosPerMillion: maybeMicros(given.cacheReadUsdPerMillion),
  cacheWriteMicrosPerMillion: maybeMicros(given.cacheWriteUsdPerMillion),
  pricedOn: given.pricedOn,
  contextTokens: given.contextTokens ?? null,
  maxOutputTokens: given.maxOutputTokens ?? null,
})

export const presentModel = (endpoint: Pick<EndpointRow, 'name'>, listed: StoredModel) => ({
  identifier: identifierOf(endpoint.name, listed.model),
  model: listed.model,
  inputUsdPerMillion: listed.inputMicrosPerMillion / microsPerUsd,
  outputUsdPerMillion: listed.outputMicrosPerMillion / microsPerUsd,
  cacheReadUsdPerMillion: usd(listed.cacheReadMicrosPerMillion),
  cacheWriteUsdPerMillion: usd(listed.cacheWriteMicrosPerMillion),
  pricedOn: listed.pricedOn,
  contextTokens: listed.contextTokens,
  maxOutputTokens: listed.maxOutputTokens,
})

export const presentEndpoint = (row: EndpointRow): Static<typeof ModelEndpoint> => {
  const { id, name, shape, baseUrl, ciphertext, keyEnding, createdAt, updatedAt } = row
  return {
    id,
    name,
    shape,
    baseUrl,
    hasApiKey: ciphertext !== null,
    apiKeyEnding: keyEnding,
    models: row.models.map((listed) => presentModel(row, listed)),
    createdAt,
    updatedAt,
  }
}

/** The subject of an endpoint's audit rows. */
export const endpointAuditSubject = ({ id, name, shape, baseUrl, models }: EndpointRow) => ({
  resource: ['model_endpoint', id] as const,
  metadata: { name, shape, baseUrl, models: models.map(({ model }) => model) },
})

/** Returns the result of a test: two calls that both cost, the second of which shows the cache of the endpoint. */
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
  costUsd: usage && again ? (costMicros(price, usage) + costMicros(price, again)) / microsPerUsd : null,
  refusal: refusal ?? null,
})
