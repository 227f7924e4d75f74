import Type from 'typebox'
import { checkLater } from '../../../platform/validation/check-later.ts'
import type { Usage } from '../price.ts'
import { truncatedAnswer, eventText, malformedAnswer, readAnswer } from './answer.ts'
import { tokenReports } from './counted-tokens.ts'
import type { StreamReader } from './shape.ts'

const Choice = Type.Object({ finish_reason: Type.Optional(Type.Union([Type.String(), Type.Null()])) })
const isChunk = checkLater(Type.Object({ choices: Type.Array(Choice) }))
const isCompletion = checkLater(
  Type.Object({ choices: Type.Array(Type.Object({ message: Type.Object({}) }), { minItems: 1 }) }),
)

const what = 'chat completion'

/** Reports of the usage: of the whole answer, or of one of its choices, as Kimi writes it in streams. */
const reportsIn = (answer: object): unknown[] => {
  const { usage, choices } = answer as { readonly usage?: unknown; readonly choices: readonly object[] }
  return [usage, ...choices.map((choice) => (choice as { readonly usage?: unknown }).usage)]
}

export const completionUsage = (endpoint: string, body: string): Usage | undefined => {
  const answer = readAnswer({ endpoint, what }, body)
  if (!isCompletion.Check(answer)) throw malformedAnswer({ endpoint, what }, body)
  const reports = tokenReports('chat', endpoint)
  reportsIn(answer).forEach(reports.add)
  return reports.usage()
}

/** `wantsUsage` is false for a caller that did not ask for the usage chunk. */
export const chunkReader = (endpoint: string, wantsUsage: boolean): StreamReader => {
  const reports = tokenReports('chat', endpoint)
  let finished = false
  let chunks = 0
  const goesOn = (event: string, each?: (event: object) => void) => {
    chunks += 1
    const chunk = readAnswer({ endpoint, what }, event)
    if (!isChunk.Check(chunk)) throw malformedAnswer({ endpoint, what }, event)
    reportsIn(chunk).forEach(reports.add)
    finished ||= chunk.choices.some((choice) => typeof choice.finish_reason === 'string')
    each?.(chunk)
    return wantsUsage || chunk.choices.length > 0
  }
  return {
    take: (events, each) =>
      events
        .filter((event) => goesOn(event, each))
        .map((event) => eventText(event))
        .join(''),
    // The usage comes after the last choice, and [DONE] after that.
    isOver: false,
    end: () => {
      if (chunks === 0) throw malformedAnswer({ endpoint, what }, '')
      if (!finished) throw truncatedAnswer(endpoint)
      return reports.usage()
    },
  }
}
