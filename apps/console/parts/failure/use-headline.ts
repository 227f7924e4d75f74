import { failureHeadline } from '../../../../domains/delivery/sentences/rules/failure-headline.ts'
import { useServerWords } from '../../words/server/index.ts'

interface Headline {
  readonly headline: string
  /** The rest of the reason, in its lines; empty if nothing is left. */
  readonly rest: string
}

/** The headline of a stored reason in the language of the person. */
export const useHeadline = (message: string): Headline => {
  const { worded, failure } = useServerWords()
  const { why, command, rest } = failureHeadline(message, worded)
  return { headline: command === undefined ? why : failure.ofCommand(command, why), rest }
}
