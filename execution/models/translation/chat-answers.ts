import { eventText } from '../shapes/answer.ts'
import type { WireCall } from '../shapes/chat-calls.ts'
import type { Stop } from '../shapes/ends.ts'
import { stopIn } from './answer.ts'
import type { AnswerMeta, AnswerReader, AnswerWriter, Block, AnswerEnd, AnswerPart } from './answer.ts'
import { callsInOrder } from './calls-in-order.ts'
import { listSeal, sealOfSignature } from './thought-seals.ts'

interface Message {
  readonly content?: unknown
  readonly reasoning_content?: unknown
  /** OpenRouter's name for it. */
  readonly reasoning?: unknown
  readonly refusal?: unknown
  /** Mended: each with an id and a place of its own. */
  readonly tool_calls?: readonly WireCall[] | null
}
interface Choice {
  readonly message?: Message
  readonly delta?: Message | null
  readonly finish_reason?: string | null
}

const wordsOf = (value: unknown, type: 'text' | 'thought'): AnswerPart[] =>
  typeof value === 'string' && value !== '' ? [{ type, text: value }] : []

interface ContentPart {
  readonly type?: unknown
  readonly text?: unknown
  readonly thinking?: unknown
}

/** The words of content: a text, or a list of parts, among which thoughts, as Mistral writes it. Others are passed over. */
const contentSaid = (content: unknown): AnswerPart[] => {
  if (!Array.isArray(content)) return wordsOf(content, 'text')
  return (content as readonly (ContentPart | null)[]).flatMap((part) => {
    if (part?.type === 'text') return wordsOf(part.text, 'text')
    return part?.type === 'thinking' ? thoughtsIn(part.thinking) : []
  })
}

const thoughtsIn = (thinking: unknown): AnswerPart[] =>
  Array.isArray(thinking)
    ? (thinking as readonly (ContentPart | null)[]).flatMap((part) => wordsOf(part?.text, 'thought'))
    : wordsOf(thinking, 'thought')

const messageSaid = ({ content, reasoning_content, reasoning, refusal }: Message): AnswerPart[] => [
  ...wordsOf(reasoning_content ?? reasoning, 'thought'),
  ...contentSaid(content),
  ...wordsOf(refusal, 'text'),
]

/** Seals each thought at its end: a seal has only the shape, and whether the thought came in a list of content. */
const sealing = () => {
  let isThinking = false
  let seal = ''
  return (said: readonly AnswerPart[], content: unknown): AnswerPart[] => {
    if (Array.isArray(content)) seal = listSeal
    return said.flatMap((one): AnswerPart[] => {
      const ends = isThinking && one.type !== 'thought'
      isThinking = one.type === 'thought'
      return ends ? [{ type: 'seal', of: 'chat', seal }, one] : [one]
    })
  }
}

const takeCalls = (calls: ReturnType<typeof callsInOrder>, made: Message['tool_calls']): AnswerPart[] =>
  (made ?? []).flatMap(({ index, id, function: named, extra_content }, at) => {
    const name = named?.name ?? ''
    const seal = sealOfSignature(extra_content)
    const begins = name === '' ? undefined : { id: id ?? '', name, seal }
    return calls.take({ key: index ?? at, ...(begins && { begins }), text: (named?.arguments as string | null) ?? '' })
  })

/** Chat completions of an endpoint. */
export const chatReader: AnswerReader = {
  whole: (answer) => {
    const [choice = {}] = (answer as { readonly choices: readonly Choice[] }).choices
    const { message = {} } = choice
    const calls = callsInOrder()
    const made = takeCalls(calls, message.tool_calls)
    const seal = sealing()
    const said = [...messageSaid(message), ...made, ...calls.end(), ...stopIn(choice.finish_reason)]
    return seal(said, message.content)
  },
  stream: () => {
    const calls = callsInOrder()
    const seal = sealing()
    return {
      take: (event) => {
        const [choice] = (event as { readonly choices: readonly Choice[] }).choices
        if (!choice) return []
        const delta = choice.delta ?? {}
        const said = [...messageSaid(delta), ...takeCalls(calls, delta.tool_calls), ...stopIn(choice.finish_reason)]
        return seal(said, delta.content)
      },
      end: () => calls.end(),
    }
  },
}

/** The words of a completion that was judged already. */
export const completionText = (completion: object): string =>
  chatReader
    .whole(completion)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')

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
