import { mediaTypeOf } from './body.ts'
import type { MessageBlock, MessagesRequest } from './messages-schema.ts'

const mark = { cache_control: { type: 'ephemeral' } } as const

type Prompt = Omit<MessagesRequest, 'max_tokens' | 'stream'>

/**
 * The prompt with cache marks for the next call: at the end of the constant part, and after each of the caller's last
 * two messages, so that a call reads the cache that the previous call wrote. Marks of the caller are left out, as are
 * fields of blocks and tools that are not known; texts become blocks, marked or not, so that a message stays the same
 * when its mark has moved on. Source: Anthropic's page on prompt caching (four marks at most).
 */
export const withCacheMarks = (prompt: Prompt, fitted: (block: MessageBlock) => MessageBlock) => {
  const system = prompt.system === undefined ? undefined : blocksOf(prompt.system)
  const messages = prompt.messages.map(({ role, content }) => ({
    role,
    content: blocksOf(content).map((block) => bare(fitted(block))),
  }))
  const tools = prompt.tools?.map(({ name, description, input_schema, strict }) => ({
    name,
    description,
    input_schema,
    ...(strict && { strict }),
  }))
  const marked = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : [])).slice(-2)
  return {
    ...prompt,
    // Tools come before the system in the prompt: its mark covers them.
    ...(system && { system: endMarked(system.map(bare)) }),
    ...(tools && { tools: system?.length ? tools : endMarked(tools) }),
    messages: messages.map(({ role, content }, at) => ({
      role,
      content: marked.includes(at) ? endMarked(content) : content,
    })),
  }
}

const blocksOf = <Block>(content: string | readonly Block[]) =>
  typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content

const endMarked = <Part extends object>(parts: readonly Part[]) =>
  parts.map((part, at) => (at === parts.length - 1 ? { ...part, ...mark } : part))

type Content = Extract<MessageBlock, { readonly type: 'text' | 'image' }>

const bareContent = (block: Content): Content => {
  if (block.type === 'text') return { type: 'text', text: block.text }
  const { type, media_type, data } = block.source
  return { type: 'image', source: { type, media_type: mediaTypeOf(media_type), data } }
}

/** A block with the fields that are known of it. */
const bare = (block: MessageBlock): MessageBlock => {
  switch (block.type) {
    case 'text':
    case 'image':
      return bareContent(block)
    case 'tool_use':
      return { type: 'tool_use', id: block.id, name: block.name, input: block.input }
    case 'tool_result': {
      const { content, is_error } = block
      const parts = content === undefined ? [] : blocksOf(content).map(bareContent)
      return {
        type: 'tool_result',
        tool_use_id: block.tool_use_id,
        ...(parts.length > 0 && { content: parts }),
        ...(is_error !== undefined && { is_error }),
      }
    }
    case 'thinking':
      return { type: 'thinking', thinking: block.thinking, ...(block.signature && { signature: block.signature }) }
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: block.data }
  }
}
