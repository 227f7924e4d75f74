import type { Configuration } from '../../platform/configuration/index.ts'
import { defaultTimeouts, openEndpoint } from './endpoint.ts'
import type { Price } from './price.ts'
import type { ModelProvider } from './provider.ts'
import type { ShapeName } from './shapes/index.ts'

/** The endpoint that the settings name; undefined where they name none. */
export const configuredEndpoint = (model: Configuration['model']): ModelProvider | undefined => {
  if (!model.baseUrl) return undefined
  return openEndpoint({
    baseUrl: model.baseUrl,
    apiKey: model.apiKey,
    model: model.name!,
    shape: shapeOf(model),
    price: {
      inputMicrosPerMillion: model.inputMicrosPerMillion ?? 0,
      outputMicrosPerMillion: model.outputMicrosPerMillion ?? 0,
      ...cachePrices(model),
    },
    contextTokens: model.contextTokens,
    maxOutputTokens: model.maxOutputTokens,
    effort: model.effort,
    timeouts: { ...defaultTimeouts, firstByteMs: model.firstByteMs, idleMs: model.idleMs },
  })
}

type ModelSettings = Configuration['model']

/** What the settings name, or what the address tells: others than these two makers, and their copies, speak `chat`. */
const shapeOf = ({ shape, baseUrl }: ModelSettings): ShapeName => {
  const { hostname, pathname } = new URL(baseUrl!)
  if (shape) return shape
  if (hostname === 'api.openai.com') return 'responses'
  return hostname === 'api.anthropic.com' || pathname.split('/').includes('anthropic') ? 'messages' : 'chat'
}

// What Anthropic asks for what it keeps for five minutes, of the price of input: other endpoints may be cheaper.
const writeFactor = 1.25
const readFactor = 0.1

/** Not set, a cache is priced as input, but where it is known to cost more or less: a cap never counts too little. */
const cachePrices = (model: ModelSettings): Partial<Price> => {
  const { inputMicrosPerMillion: input = 0, cacheReadMicrosPerMillion: read, cacheWriteMicrosPerMillion: write } = model
  const isAnthropic = new URL(model.baseUrl!).hostname === 'api.anthropic.com'
  return {
    cacheReadMicrosPerMillion: read ?? (isAnthropic ? Math.ceil(input * readFactor) : input),
    cacheWriteMicrosPerMillion: write ?? (shapeOf(model) === 'messages' ? Math.ceil(input * writeFactor) : input),
  }
}
