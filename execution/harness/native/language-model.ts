import type { LanguageModel, streamText } from 'ai'
import type { HarnessModel, HarnessPaths } from '../job.ts'
import { socketFetch } from './socket-fetch.ts'
import { gatherDetails } from './thoughts.ts'

/** The model, and the way to it. */
export interface Endpoint {
  readonly model: HarnessModel
  readonly place: Pick<HarnessPaths, 'egressSocket' | 'modelUrl'>
}

interface OpenedModel {
  readonly model: LanguageModel
  readonly options?: NonNullable<Parameters<typeof streamText>[0]['providerOptions']>
  /** OpenRouter's `reasoning_details` of the answer, once it is whole. */
  readonly details: () => ReturnType<typeof gatherDetails>['details']
}

// The gateway adds the key: what a library wants in its place is no secret.
const apiKey = 'none'
const noDetails = () => []

/** The gateway's model for one call, spoken to in the shape of its endpoint. Each library is loaded where it is needed. */
export const languageModel = async ({ model: { name, shape }, place }: Endpoint): Promise<OpenedModel> => {
  const where = { baseURL: place.modelUrl, fetch: socketFetch(place.egressSocket) }
  if (shape === 'messages') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return { model: createAnthropic({ ...where, apiKey })(name), details: noDetails }
  }
  if (shape === 'responses') {
    const { createOpenAI } = await import('@ai-sdk/openai')
    // The model's thoughts have to come back with each call, since the endpoint stores nothing.
    const options = { openai: { store: false, include: ['reasoning.encrypted_content'] } }
    return { model: createOpenAI({ ...where, apiKey }).responses(name), options, details: noDetails }
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const gathered = gatherDetails()
  const metadataExtractor = {
    extractMetadata: () => Promise.resolve(undefined),
    createStreamExtractor: () => ({ processChunk: gathered.take, buildMetadata: () => undefined }),
  }
  const made = createOpenAICompatible({ ...where, name: 'atelier', includeUsage: true, metadataExtractor })
  return { model: made.chatModel(name), details: () => gathered.details }
}
