import { openThread } from '../../platform/threads/index.ts'
import { ModelFailure } from './failure.ts'
import { withoutKey } from './without-key.ts'

export interface LargeText {
  readonly apiKey: string
  readonly text: string
}

const largeCharacters = 128 * 1024

const thread = openThread<LargeText, string>({
  module: new URL('./large-text-worker.ts', import.meta.url),
  answerMs: 120_000,
})

/**
 * `withoutKey` for a text of any length: a large one with escapes is searched in a thread of its own, since that takes
 * seconds. Throws ModelFailure for one that cannot be searched in time, and the signal's reason.
 */
export const withoutKeyAside = async (
  apiKey: string | undefined,
  text: string,
  signal: AbortSignal,
): Promise<string> => {
  if (!apiKey || text.length < largeCharacters || !/[\\%]/.test(text)) return withoutKey(apiKey, text)
  try {
    return await thread.ask({ apiKey, text }, { signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new ModelFailure('The answer of the model endpoint could not be searched for its key, and was dropped.', {
      status: 502,
      code: 'provider_too_large',
      billed: 'perhaps',
      cause: error,
    })
  }
}
