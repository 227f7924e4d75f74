import type { Usage } from '../../models/index.ts'
import { objectIn } from './wire.ts'

/** Tokens that an answer reports; undefined if it reports none. */
export const usageIn = (value: unknown): Usage | undefined => {
  const { input_tokens: inputTokens, output_tokens: outputTokens } = objectIn(value)
  return isCount(inputTokens) && isCount(outputTokens) ? { inputTokens, outputTokens } : undefined
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
