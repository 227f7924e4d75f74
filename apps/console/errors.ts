import { NotAtelier, NotReached, Refused } from '../../platform/client/index.ts'
import type { Words } from './words/words.ts'

export interface Explained {
  readonly title: string
  readonly text: string
  readonly requestId?: string
}

/** What an error says to a person. The only place that turns one into words. */
export const explain = (error: unknown, words: Words['errors']): Explained => {
  if (error instanceof Refused) return explainRefusal(error, words)
  if (error instanceof NotReached) return words.notReached
  if (error instanceof NotAtelier) return words.notAtelier
  return words.broken
}

const explainRefusal = ({ status, answered }: Refused, words: Words['errors']): Explained => {
  const { code, error, requestId } = answered
  const known = (code === undefined ? undefined : words.codes[code]) ?? words.statuses[status]
  return {
    ...(known ?? { title: words.refused, text: error }),
    ...(requestId !== undefined && { requestId }),
  }
}
