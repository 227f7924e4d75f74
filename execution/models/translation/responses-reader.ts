import type { AnswerReader, AnswerPart } from './answer.ts'

interface Words {
  readonly type: string
  readonly text?: string
  readonly refusal?: string
}
interface Item {
  readonly type: string
  readonly call_id?: string
  readonly name?: string
  readonly arguments?: string
  readonly content?: readonly Words[] | null
  readonly summary?: readonly Words[] | null
  readonly encrypted_content?: string | null
}
interface Whole {
  readonly status: string
  readonly output: readonly Item[]
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

const beginOf = ({ type, call_id = '', name = '' }: Item): AnswerPart[] =>
  type === 'function_call' ? [{ type: 'call', id: call_id, name }] : []

const said = (type: string, text: string): AnswerPart[] => {
  const kind = kindOf(type)
  return kind && text !== '' ? [{ type: kind, text }] : []
}

const sealOf = ({ type, encrypted_content }: Item): AnswerPart[] =>
  type === 'reasoning' ? [{ type: 'seal', of: 'responses', seal: encrypted_content ?? '' }] : []

interface WireEvent {
  readonly type: string
  readonly item?: Item
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
    const { output } = answer as Whole
    return [
      ...output.flatMap((item) => [...beginOf(item), ...said(item.type, wordsOf(item)), ...sealOf(item)]),
      stopIn(answer as Whole),
    ]
  },
  stream: () => {
    // Characters of the open item: what an endpoint does not send in pieces comes with the item's end.
    let chars = 0
    const take = (type: string, text: string) => {
      chars += text.length
      return said(type, text)
    }
    return {
      take: (event) => {
        const { type, item, delta, summary_index = 0, response } = event as WireEvent
        if (type === 'response.output_item.added' && item) {
          chars = 0
          return beginOf(item)
        }
        if (Object.hasOwn(deltas, type) && typeof delta === 'string') return take(deltas[type]!, delta)
        if (type === 'response.reasoning_summary_part.added' && summary_index > 0) return take('reasoning', '\n\n')
        if (type === 'response.output_item.done' && item)
          return [...said(item.type, wordsOf(item).slice(chars)), ...sealOf(item)]
        return response && /^response\.(completed|incomplete)$/.test(type) ? [stopIn(response)] : []
      },
      end: () => [],
    }
  },
}
