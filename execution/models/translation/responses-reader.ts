import { callIdOf } from '../shapes/chat-calls.ts'
import type { AnswerReader, AnswerPart } from './answer.ts'
import { callsInOrder } from './calls-in-order.ts'

interface Words {
  readonly type: string
  readonly text?: string
  readonly refusal?: string
}
interface Item {
  readonly type: string
  readonly id?: string
  readonly call_id?: string
  readonly name?: string
  readonly arguments?: string
  readonly content?: readonly Words[] | null
  readonly summary?: readonly Words[] | null
  readonly encrypted_content?: string | null
}
interface Whole {
  readonly status: string
  readonly output?: readonly Item[]
  readonly incomplete_details?: { readonly reason?: string } | null
}

const stopIn = ({ status, incomplete_details }: Whole): AnswerPart => ({
  type: 'stop',
  stop: status === 'incomplete' ? (incomplete_details?.reason === 'content_filter' ? 'refused' : 'length') : 'end',
})

const textOf = ({ text, refusal }: Words) => text ?? refusal ?? ''

/** The words of an item, and the parts that an endpoint wants back. */
const wordsOf = ({ type, summary, content, arguments: input }: Item): string => {
  if (type === 'function_call') return input ?? ''
  const [parts, between] = type === 'reasoning' ? [summary?.length ? summary : content, '\n\n'] : [content, '']
  return (parts ?? []).map(textOf).join(between)
}

const kinds = { message: 'text', reasoning: 'thought', function_call: 'input' } as const
const kindOf = (type: string) => (Object.hasOwn(kinds, type) ? kinds[type as keyof typeof kinds] : undefined)

const beginOf = ({ type, call_id, name = '' }: Item): AnswerPart[] =>
  type === 'function_call' ? [{ type: 'call', id: callIdOf(call_id), name }] : []

const said = (type: string, text: string): AnswerPart[] => {
  const kind = kindOf(type)
  return kind && text !== '' ? [{ type: kind, text }] : []
}

const sealOf = ({ type, encrypted_content }: Item): AnswerPart[] =>
  type === 'reasoning' ? [{ type: 'seal', of: 'responses', seal: encrypted_content ?? '' }] : []

interface WireEvent {
  readonly type: string
  readonly item?: Item
  readonly item_id?: string
  readonly output_index?: number
  readonly delta?: unknown
  readonly summary_index?: number
  readonly response?: Whole
}

const deltas: Readonly<Record<string, keyof typeof kinds>> = {
  'response.output_text.delta': 'message',
  'response.refusal.delta': 'message',
  'response.function_call_arguments.delta': 'function_call',
  'response.reasoning_summary_text.delta': 'reasoning',
  'response.reasoning_text.delta': 'reasoning',
}

/** Responses of an endpoint. */
export const responsesReader: AnswerReader = {
  whole: (answer) => {
    const { output = [] } = answer as Whole
    return [
      ...output.flatMap((item) => [...beginOf(item), ...said(item.type, wordsOf(item)), ...sealOf(item)]),
      stopIn(answer as Whole),
    ]
  },
  stream: () => {
    // Characters of each open item, by its index or id: the end of an item has the text that did not come in pieces.
    const chars = new Map<string | number, number>()
    const calls = callsInOrder()
    const take = (key: string | number, type: string, text: string) => {
      if (kindOf(type) === 'input') return calls.take({ key, text })
      chars.set(key, (chars.get(key) ?? 0) + text.length)
      return said(type, text)
    }
    const begin = (key: string | number, { type, call_id, name = '' }: Item) => {
      chars.set(key, 0)
      return type === 'function_call' ? calls.take({ key, begins: { id: callIdOf(call_id), name } }) : []
    }
    const end = (key: string | number, item: Item): AnswerPart[] => {
      const words = wordsOf(item)
      if (item.type === 'function_call')
        return [...begin(key, item), ...calls.take({ key, text: words.slice(calls.charsOf(key)), isLast: true })]
      const rest = said(item.type, words.slice(chars.get(key) ?? 0))
      chars.delete(key)
      return [...rest, ...sealOf(item)]
    }
    return {
      take: (event) => {
        const { type, item, item_id, output_index, delta, summary_index = 0, response } = event as WireEvent
        const key = output_index ?? item_id ?? item?.id ?? 0
        if (type === 'response.output_item.added' && item) return begin(key, item)
        if (Object.hasOwn(deltas, type) && typeof delta === 'string') return take(key, deltas[type]!, delta)
        if (type === 'response.reasoning_summary_part.added' && summary_index > 0) return take(key, 'reasoning', '\n\n')
        if (type === 'response.output_item.done' && item) return end(key, item)
        return response && /^response\.(completed|incomplete)$/.test(type) ? [stopIn(response)] : []
      },
      end: () => calls.end(),
    }
  },
}
