import { ModelFailure } from '../failure.ts'
import { truncatedAnswer } from './answer.ts'

/** Why an answer ended: on its own, with calls, cut off at its longest, or refused by the model. */
export type Stop = 'end' | 'stop sequence' | 'calls' | 'length' | 'refused'

// The words of all makers: some use words from another's shape.
const words: Readonly<Record<Stop, readonly string[]>> = {
  end: ['stop', 'end_turn', 'pause_turn', 'eos', 'eos_token', 'end', 'complete', 'completed'],
  'stop sequence': ['stop_sequence'],
  calls: ['tool_calls', 'tool_call', 'function_call', 'tool_use'],
  length: ['length', 'max_tokens', 'max_output_tokens', 'model_length', 'model_context_window_exceeded'],
  refused: ['content_filter', 'refusal', 'safety', 'recitation', 'prohibited_content', 'blocklist', 'sensitive'],
}
const stops = new Map(
  Object.entries(words).flatMap(([stop, all]) => all.map((word): [string, Stop] => [word, stop as Stop])),
)

const isWord = (word: unknown): word is string => typeof word === 'string' && word !== ''

/** The meaning of an endpoint's word for an end; undefined for none, and for a word that is no good end. */
export const stopOfWord = (word: unknown): Stop | undefined =>
  isWord(word) ? stops.get(word.toLowerCase()) : undefined

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
