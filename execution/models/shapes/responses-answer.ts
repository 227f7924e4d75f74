import Type, { type Static } from 'typebox'
import { checkLater } from '../../../platform/validation/check-later.ts'
import type { Usage } from '../price.ts'
import { truncatedAnswer, eventText, providerError, malformedAnswer, readAnswer } from './answer.ts'
import { countedTokens } from './counted-tokens.ts'
import type { StreamReader } from './shape.ts'

const Response = Type.Object({ status: Type.String(), output: Type.Array(Type.Object({ type: Type.String() })) })
const isResponse = checkLater(Response)
const isEvent = checkLater(Type.Object({ type: Type.String({ minLength: 1, maxLength: 100 }) }))

const what = 'response of the Responses API'

const ended = (endpoint: string, response: Static<typeof Response>): Usage | undefined => {
  const { status, output: _, ...said } = response as Static<typeof Response> & { error?: unknown; usage?: unknown }
  if (status === 'failed' || status === 'cancelled') throw providerError(endpoint, said.error ?? status)
  return countedTokens('responses', endpoint, said.usage)
}

export const responseUsage = (endpoint: string, body: string): Usage | undefined => {
  const answer = readAnswer({ endpoint, what }, body)
  if (!isResponse.Check(answer)) throw malformedAnswer({ endpoint, what }, body)
  return ended(endpoint, answer)
}

const ends = ['response.completed', 'response.incomplete', 'response.failed']

/** Follows `response.created … response.completed`. One that failed says so with status 200 and in the last event. */
export const responseReader = (endpoint: string): StreamReader => {
  let usage: Usage | undefined
  let events = 0
  let over = false
  const read = (data: string, each?: (event: object) => void): string => {
    events += 1
    const event = readAnswer({ endpoint, what }, data)
    if (!isEvent.Check(event)) throw malformedAnswer({ endpoint, what }, data)
    const { type, response } = event as { type: string; response?: unknown }
    // Written flat by some, and with an object by others, which is an error of any shape.
    if (type === 'error') throw providerError(endpoint, { ...event, type: undefined })
    if (!type.startsWith('response.') && type !== 'keepalive') throw malformedAnswer({ endpoint, what }, data)
    if (ends.includes(type)) {
      if (!isResponse.Check(response)) throw malformedAnswer({ endpoint, what }, data)
      usage = ended(endpoint, response)
      over = true
    }
    each?.(event)
    return eventText(data, type)
  }
  return {
    take: (batch, each) => {
      let text = ''
      for (const event of batch) if (!over) text += read(event, each)
      return text
    },
    get isOver() {
      return over
    },
    end: () => {
      if (events === 0) throw malformedAnswer({ endpoint, what }, '')
      if (!over) throw truncatedAnswer(endpoint)
      return usage
    },
  }
}
