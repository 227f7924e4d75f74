import type { ModelFailure } from '../failure.ts'
import type { Usage } from '../price.ts'
import { eventText, malformedAnswer, providerError, readAnswer, truncatedAnswer } from './answer.ts'
import { countedTokens } from './counted-tokens.ts'
import type { StreamReader } from './shape.ts'

const what = 'response of the Responses API'

interface Response {
  readonly status?: unknown
  readonly error?: unknown
  readonly output?: unknown
  readonly usage?: unknown
}

const ends = ['completed', 'incomplete']
const failures = ['failed', 'cancelled']

/** The failure of a response that failed; undefined for others. */
const failureIn = (endpoint: string, { status, error }: Response): ModelFailure | undefined => {
  if (error) return providerError(endpoint, { error })
  return failures.includes(status as string) ? providerError(endpoint, { error: String(status) }) : undefined
}

export const responseUsage = (endpoint: string, body: string): Usage | undefined => {
  const answer: Response = readAnswer({ endpoint, what }, body)
  const failure = failureIn(endpoint, answer)
  if (failure) throw failure
  if (typeof answer.status !== 'string' || !Array.isArray(answer.output))
    throw malformedAnswer({ endpoint, what }, body)
  if (!ends.includes(answer.status)) throw truncatedAnswer(endpoint)
  return countedTokens('responses', endpoint, answer.usage)
}

interface ResponseEvent {
  readonly type?: unknown
  readonly response?: Response | null
}

/**
 * Follows `response.created … response.completed`. A failed response has status 200 and the failure in the last event,
 * and Azure sends the words behind it, in an event of their own. Events that are not of a response are passed over.
 */
export const responseReader = (endpoint: string): StreamReader => {
  let usage: Usage | undefined
  let first: string | undefined
  let isKnown = false
  let over = false
  let failure: ModelFailure | undefined
  const read = (data: string, each?: (event: object) => void): string => {
    first ??= data
    const event = readAnswer({ endpoint, what }, data) as ResponseEvent
    const { type, response } = event
    if (typeof type !== 'string' || !/^response\.[\w.]{1,100}$/.test(type)) return ''
    isKnown = true
    const end = type.slice('response.'.length)
    if (failures.includes(end) || response?.error) {
      failure = failureIn(endpoint, { status: end, ...response })
      if (response?.error) throw failure!
      return ''
    }
    if (ends.includes(end)) {
      const failed = failureIn(endpoint, response ?? {})
      if (failed) throw failed
      usage = countedTokens('responses', endpoint, response?.usage)
      over = true
    }
    each?.(event)
    return eventText(data, type)
  }
  return {
    take: (events, each) => events.map((event) => (over ? '' : read(event, each))).join(''),
    get isOver() {
      return over
    },
    end: () => {
      if (!isKnown) throw malformedAnswer({ endpoint, what }, first ?? '')
      if (failure) throw failure
      if (!over) throw truncatedAnswer(endpoint)
      return usage
    },
  }
}
