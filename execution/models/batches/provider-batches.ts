import type { ModelProvider } from '../provider.ts'
import { anthropicBatches } from './anthropic.ts'
import { openAiBatches } from './openai.ts'
import type { BatchEndpoint } from './items.ts'
import type { ProviderBatches } from './types.ts'

/** Undefined for the built-in model. */
export const providerBatches = (provider: ModelProvider, endpoint: BatchEndpoint): ProviderBatches | undefined => {
  if (!provider.door) return undefined
  if (provider.shape === 'messages') return anthropicBatches(provider.name, provider.door)
  const path = endpoint === '/v1/embeddings' ? '/v1/embeddings' : paths[provider.shape]
  return openAiBatches(provider.name, provider.door, path)
}

const paths = { chat: '/v1/chat/completions', responses: '/v1/responses' } as const
