import { NotAtelier, NotReached, Refused } from '../../platform/client/index.ts'
import type { Words } from './words/words.ts'

export interface Explained {
  readonly title: string
  readonly text: string
  readonly requestId?: string
  /** The fields that were refused, by their path in the body. */
  readonly fields: Readonly<Record<string, string>>
}

/** What an error says to a person. The only place that turns one into words. */
export const explain = (error: unknown, words: Words['errors']): Explained => {
  if (error instanceof Refused) return explainRefusal(error, words)
  if (error instanceof NotReached) return { ...words.notReached, fields: {} }
  if (error instanceof NotAtelier) return { ...words.notAtelier, fields: {} }
  return { ...words.broken, fields: {} }
}

const explainRefusal = ({ status, answered }: Refused, words: Words['errors']): Explained => {
  const { code, error, requestId, fields = [] } = answered
  const known = (code === undefined ? undefined : words.codes[code]) ?? words.statuses[status]
  return {
    ...(known ?? { title: words.refused, text: error }),
    ...(requestId !== undefined && { requestId }),
    fields: Object.fromEntries(fields.map(({ path, message }) => [path, message])),
  }
}
