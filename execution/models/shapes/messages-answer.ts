import Type from 'typebox'
import { checkLater } from '../../../platform/validation/check-later.ts'
import type { Usage } from '../price.ts'
import { truncatedAnswer, eventText, malformedAnswer, readAnswer } from './answer.ts'
import { countedTokens, tokenReports } from './counted-tokens.ts'
import type { StreamReader } from './shape.ts'

const isMessage = checkLater(
  Type.Object({ type: Type.Literal('message'), content: Type.Array(Type.Object({ type: Type.String() })) }),
)
const isEvent = checkLater(Type.Object({ type: Type.String({ minLength: 1, maxLength: 100 }) }))

const what = 'message of the Messages API'

export const messageUsage = (endpoint: string, body: string): Usage | undefined => {
  const answer = readAnswer({ endpoint, what }, body)
  if (!isMessage.Check(answer)) throw malformedAnswer({ endpoint, what }, body)
  return countedTokens('messages', endpoint, (answer as { usage?: unknown }).usage)
}

/** Follows `message_start … message_stop`. The counts of `message_delta` are of the whole message, not additions. */
export const messageReader = (endpoint: string): StreamReader => {
  const reports = tokenReports('messages', endpoint)
  let started = false
  let over = false
  const read = (data: string, each?: (event: object) => void): string => {
    const event = readAnswer({ endpoint, what }, data)
    if (!isEvent.Check(event)) throw malformedAnswer({ endpoint, what }, data)
    const { type, message, usage } = event as { type: string; message?: { usage?: unknown } | null; usage?: unknown }
    if (type === 'message_start') {
      started = true
      reports.add(message?.usage)
    } else if (!started && type !== 'ping') throw malformedAnswer({ endpoint, what }, data)
    if (type === 'message_delta') reports.add(usage)
    over = type === 'message_stop'
    each?.(event)
    return eventText(data, type)
  }
  return {
    take: (events, each) => {
      let text = ''
      for (const event of events) if (!over) text += read(event, each)
      return text
    },
    get isOver() {
      return over
    },
    end: () => {
      if (!started) throw malformedAnswer({ endpoint, what }, '')
      if (!over) throw truncatedAnswer(endpoint)
      return reports.usage()
    },
  }
}
