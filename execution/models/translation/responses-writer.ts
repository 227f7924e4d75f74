import { eventText } from '../shapes/answer.ts'
import type { AnswerMeta, AnswerWriter, Block, AnswerEnd, Step } from './answer.ts'
import { sealFor } from './thought-seals.ts'

/** An item of the output. */
const itemOf = (block: Block, id: string, status: 'completed' | 'in_progress'): object => {
  switch (block.type) {
    case 'text': {
      const content = status === 'completed' ? [partOf(block.text)] : []
      return { type: 'message', id, status, role: 'assistant', content }
    }
    case 'call':
      return {
        type: 'function_call',
        id,
        status,
        call_id: block.id,
        name: block.name,
        arguments: block.input === '' && status === 'completed' ? '{}' : block.input,
      }
    case 'thought': {
      const { of = 'chat', seal = '' } = block
      const summary = block.text === '' || status === 'in_progress' ? [] : [summaryOf(block.text)]
      return { type: 'reasoning', id, summary, encrypted_content: sealFor(of, seal) }
    }
  }
}

const partOf = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })
const summaryOf = (text: string) => ({ type: 'summary_text', text })
const beginnings = { text: 'msg', call: 'fc', thought: 'rs' } as const
/** The id of an item, its own within the answer. */
const idOf = ({ id }: AnswerMeta, { type }: Block, at: number) =>
  `${beginnings[type]}_${id}${at.toString(16).padStart(4, '0')}`

const usageOf = ({ usage }: AnswerEnd) =>
  usage && {
    input_tokens: usage.inputTokens,
    input_tokens_details: { cached_tokens: usage.cacheReadTokens ?? 0 },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
    total_tokens: usage.inputTokens + usage.outputTokens,
  }

const incomplete: Partial<Readonly<Record<AnswerEnd['stop'], string>>> = {
  length: 'max_output_tokens',
  refused: 'content_filter',
}

const begunOf = ({ id, createdSeconds, model }: AnswerMeta) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: createdSeconds,
  model,
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  temperature: null,
  tool_choice: 'auto',
  tools: [],
  top_p: null,
  output: [],
  usage: null,
})

const responseOf = (output: readonly object[], ended: AnswerEnd, about: AnswerMeta) => {
  const reason = incomplete[ended.stop]
  return {
    ...begunOf(about),
    output,
    usage: usageOf(ended) ?? null,
    ...(reason ? { status: 'incomplete', incomplete_details: { reason } } : { status: 'completed' }),
  }
}

type Event = readonly [type: string, rest: object]

const opened = (block: Block, place: object): Event[] => {
  if (block.type === 'text') return [['response.content_part.added', { ...place, content_index: 0, part: partOf('') }]]
  const isThought = block.type === 'thought' && block.of === undefined
  return isThought
    ? [['response.reasoning_summary_part.added', { ...place, summary_index: 0, part: summaryOf('') }]]
    : []
}

const added = ({ block, text }: Extract<Step, { readonly type: 'add' }>, place: object): Event => {
  if (block.type === 'call') return ['response.function_call_arguments.delta', { ...place, delta: text }]
  return block.type === 'text'
    ? ['response.output_text.delta', { ...place, content_index: 0, delta: text, logprobs: [] }]
    : ['response.reasoning_summary_text.delta', { ...place, summary_index: 0, delta: text }]
}

const closed = (block: Block, place: object): Event[] => {
  if (block.type === 'call')
    return [['response.function_call_arguments.done', { ...place, name: block.name, arguments: block.input || '{}' }]]
  const { text } = block
  if (block.type === 'text') {
    const at = { ...place, content_index: 0 }
    return [
      ['response.output_text.done', { ...at, text, logprobs: [] }],
      ['response.content_part.done', { ...at, part: partOf(text) }],
    ]
  }
  if (text === '') return []
  const at = { ...place, summary_index: 0 }
  return [
    ['response.reasoning_summary_text.done', { ...at, text }],
    ['response.reasoning_summary_part.done', { ...at, part: summaryOf(text) }],
  ]
}

/** Responses for a caller. */
export const responsesWriter: AnswerWriter = {
  whole: (blocks, ended, about) =>
    responseOf(
      blocks.map((block, at) => itemOf(block, idOf(about, block, at), 'completed')),
      ended,
      about,
    ),
  stream: (about) => {
    const output: object[] = []
    let count = -1
    const events = (all: readonly Event[]) =>
      all
        .map(([type, rest]) => {
          count += 1
          return eventText(JSON.stringify({ type, sequence_number: count, ...rest }), type)
        })
        .join('')
    const steps = (step: Step): Event[] => {
      const { at: output_index, block } = step
      const item_id = idOf(about, block, output_index)
      const place = { output_index, item_id }
      if (step.type === 'add') return [added(step, place)]
      const item = itemOf(block, item_id, step.type === 'close' ? 'completed' : 'in_progress')
      if (step.type === 'open') return [['response.output_item.added', { output_index, item }], ...opened(block, place)]
      output.push(item)
      return [...closed(block, place), ['response.output_item.done', { output_index, item }]]
    }
    return {
      begin: () => {
        const response = begunOf(about)
        return events([
          ['response.created', { response }],
          ['response.in_progress', { response }],
        ])
      },
      take: (step) => events(steps(step)),
      end: (ended) => {
        const response = responseOf(output, ended, about)
        return events([[`response.${response.status}`, { response }]])
      },
    }
  },
}
