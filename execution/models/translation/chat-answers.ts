import { eventText } from '../shapes/answer.ts'
import {
  type AnswerMeta,
  type AnswerReader,
  type AnswerWriter,
  type Block,
  type AnswerEnd,
  type AnswerPart,
  type Stop,
  stopFor,
} from './answer.ts'
import { callsInOrder, type WireCall } from './calls-in-order.ts'

interface Message {
  readonly content?: unknown
  readonly reasoning_content?: unknown
  /** OpenRouter's name for it. */
  readonly reasoning?: unknown
  readonly refusal?: unknown
  readonly tool_calls?: readonly WireCall[] | null
}
interface Choice {
  readonly message?: Message
  readonly delta?: Message | null
  readonly finish_reason?: string | null
}

const stops: Readonly<Record<string, Stop>> = {
  stop: 'end',
  length: 'length',
  tool_calls: 'calls',
  content_filter: 'refused',
}

const wordsOf = (value: unknown, type: 'text' | 'thought'): AnswerPart[] =>
  typeof value === 'string' && value !== '' ? [{ type, text: value }] : []

const messageSaid = ({ content, reasoning_content, reasoning, refusal }: Message): AnswerPart[] => [
  ...wordsOf(reasoning_content ?? reasoning, 'thought'),
  ...wordsOf(content, 'text'),
  ...wordsOf(refusal, 'text'),
]

const stopIn = ({ finish_reason }: Choice): AnswerPart[] =>
  typeof finish_reason === 'string' ? [{ type: 'stop', stop: stopFor(stops, finish_reason) }] : []

/** Chat completions of an endpoint. Thoughts have no seal: who sealed one is the shape alone. */
export const chatReader: AnswerReader = {
  whole: (answer) => {
    const [choice = {}] = (answer as { readonly choices: readonly Choice[] }).choices
    const { message = {} } = choice
    const calls = callsInOrder()
    const made = (message.tool_calls ?? []).flatMap((call, index) => calls.take({ ...call, index }))
    return [...sealed(messageSaid(message)), ...made, ...calls.end(), ...stopIn(choice)]
  },
  stream: () => {
    const calls = callsInOrder()
    let isThinking = false
    const seal = (said: readonly AnswerPart[]): AnswerPart[] =>
      said.flatMap((one) => {
        const ends = isThinking && one.type !== 'thought'
        isThinking = one.type === 'thought'
        return ends ? [chatSeal, one] : [one]
      })
    return {
      take: (event) => {
        const [choice] = (event as { readonly choices: readonly Choice[] }).choices
        if (!choice) return []
        const delta = choice.delta ?? {}
        const made = (delta.tool_calls ?? []).flatMap((call) => calls.take(call))
        return seal([...messageSaid(delta), ...made, ...stopIn(choice)])
      },
      end: () => calls.end(),
    }
  },
}

const chatSeal: AnswerPart = { type: 'seal', of: 'chat', seal: '' }
const sealed = (said: readonly AnswerPart[]) =>
  said.flatMap((one) => (one.type === 'thought' ? [one, chatSeal] : [one]))

const reasons: Readonly<Record<Stop, string>> = {
  end: 'stop',
  'stop sequence': 'stop',
  calls: 'tool_calls',
  length: 'length',
  refused: 'content_filter',
}

const usageOf = ({ usage }: AnswerEnd) =>
  usage && {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cacheReadTokens ?? 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
  }

const headOf = ({ id, model, createdSeconds }: AnswerMeta, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created: createdSeconds,
  model,
})

const textOf = (blocks: readonly Block[], type: 'text' | 'thought') =>
  blocks.flatMap((block) => (block.type === type ? [block.text] : [])).join('')

const messageOf = (blocks: readonly Block[]) => {
  const content = textOf(blocks, 'text')
  const thought = textOf(blocks, 'thought')
  const calls = blocks.filter((block) => block.type === 'call')
  return {
    role: 'assistant',
    content: content === '' ? null : content,
    refusal: null,
    ...(thought !== '' && { reasoning_content: thought }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, input }) => ({ id, type: 'function', function: { name, arguments: input } })),
    }),
  }
}

/** Chat completions for a caller. */
export const chatWriter: AnswerWriter = {
  whole: (blocks, ended, about) => ({
    ...headOf(about, 'chat.completion'),
    choices: [{ index: 0, message: messageOf(blocks), logprobs: null, finish_reason: reasons[ended.stop] }],
    ...(ended.usage && { usage: usageOf(ended) }),
  }),
  stream: (about) => {
    const head = headOf(about, 'chat.completion.chunk')
    const chunk = (delta: object, finish_reason: string | null = null) =>
      eventText(JSON.stringify({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }] }))
    let calls = -1
    return {
      begin: () => chunk({ role: 'assistant', content: '' }),
      take: (step) => {
        const { block } = step
        if (step.type === 'open' && block.type === 'call') {
          calls += 1
          const { id, name } = block
          return chunk({ tool_calls: [{ index: calls, id, type: 'function', function: { name, arguments: '' } }] })
        }
        if (step.type !== 'add') return ''
        if (block.type === 'call') return chunk({ tool_calls: [{ index: calls, function: { arguments: step.text } }] })
        return chunk(block.type === 'text' ? { content: step.text } : { reasoning_content: step.text })
      },
      end: (ended) => {
        const usage = about.wantsUsage && ended.usage && { ...head, choices: [], usage: usageOf(ended) }
        const last = chunk({}, reasons[ended.stop]) + (usage ? eventText(JSON.stringify(usage)) : '')
        return last + eventText('[DONE]')
      },
    }
  },
}
