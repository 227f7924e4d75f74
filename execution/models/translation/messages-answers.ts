import { eventText } from '../shapes/answer.ts'
import { callIdOf } from '../shapes/chat-calls.ts'
import type { Stop } from '../shapes/ends.ts'
import { stopIn } from './answer.ts'
import type { AnswerMeta, AnswerReader, AnswerWriter, Block, AnswerEnd, AnswerPart, Step } from './answer.ts'
import { sealFor } from './thought-seals.ts'
import { jsonOf } from '../../../packages/foreign-json/index.ts'

interface WireBlock {
  readonly type: string
  readonly text?: string
  readonly thinking?: string
  readonly signature?: string
  readonly data?: string
  readonly id?: string
  readonly name?: string
  readonly input?: unknown
}
interface Delta extends Omit<WireBlock, 'type'> {
  readonly type?: string
  readonly partial_json?: string
  readonly stop_reason?: string | null
}

const begun = (block: WireBlock): AnswerPart[] => {
  if (block.type === 'tool_use') return [{ type: 'call', id: callIdOf(block.id), name: block.name ?? '' }]
  return block.type === 'redacted_thinking' ? [{ type: 'seal', of: 'redacted', seal: block.data ?? '' }] : []
}

const wordsIn = (delta: Delta): AnswerPart[] => [
  ...(delta.text ? [{ type: 'text' as const, text: delta.text }] : []),
  ...(delta.thinking ? [{ type: 'thought' as const, text: delta.thinking }] : []),
  ...(delta.signature ? [{ type: 'seal' as const, of: 'messages' as const, seal: delta.signature }] : []),
  ...(delta.partial_json ? [{ type: 'input' as const, text: delta.partial_json }] : []),
]

const blockSaid = (block: WireBlock): AnswerPart[] => {
  const input = block.type === 'tool_use' ? { partial_json: JSON.stringify(block.input ?? {}) } : undefined
  return [...begun(block), ...wordsIn(input ?? block), ...(isUnsigned(block) ? [unsigned] : [])]
}

// Some endpoints sign no thoughts, and need them again without a signature.
const unsigned: AnswerPart = { type: 'seal', of: 'messages', seal: '' }
const isUnsigned = ({ type, thinking, signature }: WireBlock) => type === 'thinking' && thinking && !signature

interface WireEvent {
  readonly type: string
  readonly content_block?: WireBlock
  readonly delta?: Delta
}

/** Messages of an endpoint. */
export const messagesReader: AnswerReader = {
  whole: (answer) => {
    const { content, stop_reason } = answer as { readonly content: readonly WireBlock[]; readonly stop_reason?: string }
    return [...content.flatMap(blockSaid), ...stopIn(stop_reason)]
  },
  stream: () => {
    // The seal that ends the open thought, if the thought has words and no signature.
    let ending: AnswerPart[] = []
    const follow = (said: readonly AnswerPart[]) => {
      for (const { type } of said) ending = type === 'thought' ? [unsigned] : []
      return said
    }
    return {
      take: (event) => {
        const { type, content_block, delta } = event as WireEvent
        // Its input is empty, whichever value it has: pieces follow.
        if (type === 'content_block_start' && content_block)
          return [...ending.splice(0), ...follow([...begun(content_block), ...wordsIn(content_block)])]
        if (type === 'content_block_delta' && delta) return [...follow(wordsIn(delta))]
        if (type === 'content_block_stop') return ending.splice(0)
        return type === 'message_delta' ? stopIn(delta?.stop_reason) : []
      },
      end: () => [],
    }
  },
}

const reasons: Readonly<Record<Stop, string>> = {
  end: 'end_turn',
  'stop sequence': 'stop_sequence',
  calls: 'tool_use',
  length: 'max_tokens',
  refused: 'refusal',
}

const usageOf = (usage: AnswerEnd['usage']) => {
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage ?? {}
  return {
    input_tokens: Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens),
    output_tokens: outputTokens,
    cache_read_input_tokens: cacheReadTokens,
    cache_creation_input_tokens: cacheWriteTokens,
  }
}

const headOf = ({ id, model }: AnswerMeta) => ({ id: `msg_${id}`, type: 'message', role: 'assistant', model })

const wireBlock = (block: Block): object => {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'call':
      return { type: 'tool_use', id: block.id, name: block.name, input: inputOf(block.input) }
    case 'thought':
      return block.of === 'redacted'
        ? { type: 'redacted_thinking', data: sealFor('redacted', block.seal ?? '') }
        : { type: 'thinking', thinking: block.text, signature: sealOf(block) }
  }
}

const sealOf = ({ of = 'chat', seal = '' }: Extract<Block, { readonly type: 'thought' }>) => sealFor(of, seal)

// Model output that is no object passes unchanged: the called tool will report it.
const inputOf = (input: string): unknown => {
  const value = jsonOf(input === '' ? '{}' : input)
  return value === undefined ? { input } : value
}

const emptied = (block: Block): object => {
  if (block.type === 'call') return { type: 'tool_use', id: block.id, name: block.name, input: {} }
  if (block.type === 'text') return { type: 'text', text: '' }
  return block.of === 'redacted' ? wireBlock(block) : { type: 'thinking', thinking: '', signature: '' }
}

const deltaOf = ({ block, text }: Extract<Step, { readonly type: 'add' }>): object => {
  if (block.type === 'call') return { type: 'input_json_delta', partial_json: text }
  return block.type === 'text' ? { type: 'text_delta', text } : { type: 'thinking_delta', thinking: text }
}

const event = (type: string, rest: object) => eventText(JSON.stringify({ type, ...rest }), type)

/** Messages for a caller. The prompt's tokens come at the end, once the endpoint has reported them. */
export const messagesWriter: AnswerWriter = {
  whole: (blocks, ended, about) => ({
    ...headOf(about),
    content: blocks.map(wireBlock),
    stop_reason: reasons[ended.stop],
    stop_sequence: null,
    usage: usageOf(ended.usage),
  }),
  stream: (about) => ({
    begin: () => {
      const empty = { content: [], stop_reason: null, stop_sequence: null, usage: usageOf(undefined) }
      return event('message_start', { message: { ...headOf(about), ...empty } })
    },
    take: (step) => {
      const { at: index, block } = step
      if (step.type === 'open') return event('content_block_start', { index, content_block: emptied(block) })
      if (step.type === 'add') return event('content_block_delta', { index, delta: deltaOf(step) })
      const isSigned = block.type === 'thought' && block.of !== 'redacted'
      const signed = isSigned && { type: 'signature_delta', signature: sealOf(block) }
      return (
        (signed ? event('content_block_delta', { index, delta: signed }) : '') + event('content_block_stop', { index })
      )
    },
    end: (ended) => {
      const delta = { stop_reason: reasons[ended.stop], stop_sequence: null }
      return event('message_delta', { delta, usage: usageOf(ended.usage) }) + event('message_stop', {})
    },
  }),
}
