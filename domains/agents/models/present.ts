import { resolveHarness } from '../../../execution/harness/index.ts'
import type { ModelTable, TableModel } from '../../../execution/model-table/read-table.ts'
import { costMicros, type Price, type Probe, publicEndpoints } from '../../../execution/models/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ModelCallPolicy, ModelMaker, ModelPreference, ResolvedHarness } from './contract.ts'
import type { ListedModel, ModelEndpoint, ModelEndpointTest } from './contract/endpoints.ts'
import { resolvedModel } from './model-choice.ts'
import { offeredBy, type ModelParts } from './offered-models.ts'
import { policyByDefault } from './rules/call-policy.ts'
import { identifierOf, type StoredModel } from './rules/endpoints.ts'
import { endpointNamedIn } from './store-endpoints.ts'
import type { CallPolicyRow, EndpointRow, ModelPreferenceRow } from './tables.ts'
import { harnessFor } from './chosen-model.ts'
import { agentsOfOtherHarness } from '../agents/index.ts'

/** A preference with the obstacle to its effect: a model that cannot be used now. */
export const presentPreference = async (
  tx: Transaction,
  parts: ModelParts,
  { temperature, ...row }: ModelPreferenceRow,
): Promise<Static<typeof ModelPreference>> => {
  const endpoint = await endpointNamedIn(tx, row.modelIdentifier)
  const found = resolvedModel(offeredBy(parts), endpoint, { model: row.modelIdentifier })
  const reason = 'refusal' in found ? `The model cannot be used: ${found.refusal}.` : null
  return { ...row, temperature: temperature === null ? null : Number(temperature), inEffect: reason === null, reason }
}

/** The harness of a project, or of the workspace, and whether this instance can run it. */
export const presentResolved = async (
  tx: Transaction,
  { externalAgents }: ModelParts,
  projectId?: string,
): Promise<Static<typeof ResolvedHarness>> => {
  const { harness, chosenBy } = await harnessFor(tx, projectId)
  const skippedAgents = await agentsOfOtherHarness(tx, projectId, harness)
  const resolved = resolveHarness(harness, externalAgents())
  const reason = resolved.installed ? null : resolved.reason
  return { harness, chosenBy, installed: resolved.installed, reason, skippedAgents }
}

export const presentCallPolicy = (row: CallPolicyRow | undefined): Static<typeof ModelCallPolicy> => ({
  ...policyByDefault,
  updatedAt: null,
  ...row,
  fallbacks: (row ?? policyByDefault).fallbacks.map(({ model, next }) => ({ model, next: [...next] })),
})

const microsPerUsd = 1_000_000
export const usd = (micros: number | null) => (micros === null ? null : micros / microsPerUsd)

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

type KnownModel = Static<typeof ListedModel>

/** Public makers and routers of models, each with its models for agents whose prices are known here. */
export const knownMakers = (table: ModelTable): Static<typeof ModelMaker>[] =>
  publicEndpoints.map(({ name, title, baseUrl, model, price, contextTokens, maxOutputTokens, tableNames }) => {
    const first: KnownModel[] = price ? [{ model, ...price, contextTokens, maxOutputTokens }] : []
    const others = [...table.values()].filter((one) => one.model !== model && tableNames?.test(one.model) === true)
    return { name, title, baseUrl, models: [...first, ...others.flatMap(listedOf)] }
  })

const listedOf = ({ model, price, pricedOn, capabilities, ...bounds }: TableModel): KnownModel[] => {
  if (price?.per !== 'million tokens' || !capabilities.includes('code')) return []
  return [
    {
      model,
      inputUsdPerMillion: price.input,
      outputUsdPerMillion: price.output,
      cacheReadUsdPerMillion: price.cacheRead ?? null,
      cacheWriteUsdPerMillion: price.cacheWrite ?? null,
      pricedOn,
      contextTokens: bounds.contextTokens ?? null,
      maxOutputTokens: bounds.maxOutputTokens ?? null,
    },
  ]
}
