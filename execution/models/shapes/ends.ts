import { ModelFailure } from '../failure.ts'
import { truncatedAnswer } from './answer.ts'

/** Why an answer ended: on its own, with calls, cut off at its longest, or refused by the model. */
export type Stop = 'end' | 'stop sequence' | 'calls' | 'length' | 'refused'

// The words of all makers: some use words from another's shape.
const stops: Readonly<Record<string, Stop>> = {
  stop: 'end',
  end_turn: 'end',
  pause_turn: 'end',
  eos: 'end',
  eos_token: 'end',
  end: 'end',
  complete: 'end',
  completed: 'end',
  stop_sequence: 'stop sequence',
  tool_calls: 'calls',
  tool_call: 'calls',
  function_call: 'calls',
  tool_use: 'calls',
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  content_filter: 'refused',
  refusal: 'refused',
  safety: 'refused',
  recitation: 'refused',
  prohibited_content: 'refused',
  blocklist: 'refused',
  sensitive: 'refused',
}

const isWord = (word: unknown): word is string => typeof word === 'string' && word !== ''

/** The meaning of an endpoint's word for an end; undefined for none, and for a word that is no good end. */
export const stopOfWord = (word: unknown): Stop | undefined => {
  const known = isWord(word) ? word.toLowerCase() : ''
  return Object.hasOwn(stops, known) ? stops[known] : undefined
}

/** Whether an answer has come to a good end; not yet without a word. Throws ModelFailure for a word that is no good end. */
export const hasEnded = (endpoint: string, word: unknown): boolean => {
  if (!isWord(word)) return false
  if (stopOfWord(word) !== undefined) return true
  throw new ModelFailure(
    `The model endpoint ${endpoint} broke its answer off with ${JSON.stringify(word.slice(0, 60))}. Run the task again.`,
    { status: 502, code: 'provider_failed', billed: 'perhaps' },
  )
}

/** As `hasEnded`, of a whole answer. Throws ModelFailure for one without a word too. */
export const requireEnd = (endpoint: string, word: unknown): void => {
  if (!hasEnded(endpoint, word)) throw truncatedAnswer(endpoint)
}
