import type { Configuration } from '../../platform/configuration/index.ts'
import { defaultTimeouts, openEndpoint } from './endpoint.ts'
import type { Price } from './price.ts'
import type { ModelProvider } from './provider.ts'
import type { ShapeName } from './shapes/index.ts'

/** The endpoint that the settings name; undefined if they name none. */
export const configuredEndpoint = (model: Configuration['model']): ModelProvider | undefined => {
  if (!model.baseUrl) return undefined
  return openEndpoint({
    baseUrl: model.baseUrl,
    apiKey: model.apiKey,
    model: model.name!,
    shape: shapeOf(model),
    price: priceOf(model),
    contextTokens: model.contextTokens,
    maxOutputTokens: model.maxOutputTokens,
    effort: model.effort,
    timeouts: { ...defaultTimeouts, firstByteMs: model.firstByteMs, idleMs: model.idleMs },
  })
}

type ModelSettings = Configuration['model']

const shapeOf = ({ shape, baseUrl }: ModelSettings): ShapeName => shape ?? shapeAt(baseUrl!)

/** The shape of an address: others than these two makers, and their copies, speak `chat`. */
export const shapeAt = (baseUrl: string): ShapeName => {
  const { hostname, pathname } = new URL(baseUrl)
  if (hostname === 'api.openai.com') return 'responses'
  return hostname === 'api.anthropic.com' || pathname.split('/').includes('anthropic') ? 'messages' : 'chat'
}

// Anthropic's price of a five-minute cache write, relative to input: other endpoints may be cheaper.
const writeFactor = 1.25
const readFactor = 0.1

/** Undefined without both prices, which is not a price of 0. */
const priceOf = (model: ModelSettings): Price | undefined => {
  const { inputMicrosPerMillion, outputMicrosPerMillion } = model
  if (inputMicrosPerMillion === undefined || outputMicrosPerMillion === undefined) return undefined
  const { cacheReadMicrosPerMillion, cacheWriteMicrosPerMillion } = model
  const given = { inputMicrosPerMillion, outputMicrosPerMillion, cacheReadMicrosPerMillion, cacheWriteMicrosPerMillion }
  return withCachePrices(given, model.baseUrl!, shapeOf(model))
}

/** Not set, a cache is priced as input, unless it is known to cost more or less: a cap never counts too little. */
export const withCachePrices = (given: Price, baseUrl: string, shape: ShapeName): Price => {
  const { inputMicrosPerMillion: input, cacheReadMicrosPerMillion: read, cacheWriteMicrosPerMillion: write } = given
  const isAnthropic = new URL(baseUrl).hostname === 'api.anthropic.com'
  return {
    ...given,
    cacheReadMicrosPerMillion: read ?? (isAnthropic ? Math.ceil(input * readFactor) : input),
    cacheWriteMicrosPerMillion: write ?? (shape === 'messages' ? Math.ceil(input * writeFactor) : input),
  }
}
