import type { Configuration } from '../../platform/configuration/index.ts'
import { defaultTimeouts, openEndpoint } from './openai.ts'
import type { ModelProvider } from './provider.ts'

/** The endpoint that the settings name; undefined where they name none. */
export const configuredEndpoint = (model: Configuration['model']): ModelProvider | undefined => {
  if (!model.baseUrl) return undefined
  return openEndpoint({
    baseUrl: model.baseUrl,
    apiKey: model.apiKey,
    model: model.name!,
    price: {
      inputMicrosPerMillion: model.inputMicrosPerMillion ?? 0,
      outputMicrosPerMillion: model.outputMicrosPerMillion ?? 0,
    },
    contextTokens: model.contextTokens,
    maxOutputTokens: model.maxOutputTokens,
    effort: model.effort,
    timeouts: { ...defaultTimeouts, firstByteMs: model.firstByteMs, idleMs: model.idleMs },
  })
}
