import Type from 'typebox'
import { checkLater } from '../../../platform/validation/check-later.ts'
import type { Usage } from '../price.ts'
import { truncatedAnswer, eventText, malformedAnswer, readAnswer } from './answer.ts'
import { countedTokens, tokenReports } from './counted-tokens.ts'
import { hasEnded, requireEnd } from './ends.ts'
import type { StreamReader } from './shape.ts'

const isMessage = checkLater(
  Type.Object({ type: Type.Literal('message'), content: Type.Array(Type.Object({ type: Type.String() })) }),
)

const what = 'message of the Messages API'

export const messageUsage = (endpoint: string, body: string): Usage | undefined => {
  const answer = readAnswer({ endpoint, what }, body)
  if (!isMessage.Check(answer)) throw malformedAnswer({ endpoint, what }, body)
  requireEnd(endpoint, (answer as { stop_reason?: unknown }).stop_reason)
  return countedTokens('messages', endpoint, (answer as { usage?: unknown }).usage)
}

interface MessageEvent {
  readonly type?: unknown
  readonly message?: { readonly usage?: unknown } | null
  readonly usage?: unknown
  readonly delta?: { readonly stop_reason?: unknown } | null
}

/** Follows `message_start … message_stop`. Counts of `message_delta` are of the whole message, not additions. */
export const messageReader = (endpoint: string): StreamReader => {
  const reports = tokenReports('messages', endpoint)
  let first: string | undefined
  let started = false
  let finished = false
  let over = false
  const read = (data: string, each?: (event: object) => void): string => {
    first ??= data
    const event = readAnswer({ endpoint, what }, data) as MessageEvent
    const { type, message, usage, delta } = event
    if (type === 'message_start') started = true
    if (typeof type !== 'string' || type === '' || type.length > 100) return ''
    if (!started) return type === 'ping' ? eventText(data, type) : ''
    if (type === 'message_start') reports.add(message?.usage)
    if (type === 'message_delta') {
      reports.add(usage)
      finished = hasEnded(endpoint, delta?.stop_reason) || finished
    }
    if (type === 'message_stop') {
      if (!finished) throw truncatedAnswer(endpoint)
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
      if (!started) throw malformedAnswer({ endpoint, what }, first ?? '')
      if (!over) throw truncatedAnswer(endpoint)
      return reports.usage()
    },
  }
}
