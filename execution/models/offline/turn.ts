import type { ChatMessage, ChatRequest } from '../shapes/chat-request.ts'
import { type Block, type Blocks, readBlocks } from './blocks.ts'

/** The next words of the offline model, and the tool that it calls with them. */
export interface Turn {
  readonly text: string
  readonly call?: ToolUse | undefined
}

export interface ToolUse {
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, string>>
}

/**
 * The next turn, computed only from the conversation: a tool call for each block in the last user message with blocks,
 * in order, until a call fails. The first lines of the native harness's tool results show whether it succeeded.
 */
export const nextTurn = ({ messages, tools = [] }: Pick<ChatRequest, 'messages' | 'tools'>): Turn => {
  const ofUser = messages.flatMap((message, at) =>
    message.role === 'user' ? [{ at, ...readBlocks(textOf(message)) }] : [],
  )
  // A message without blocks, sent while it works, ends nothing.
  const found = ofUser.findLast(({ blocks, problems }) => blocks.length + problems.length > 0) ?? ofUser.at(-1) ?? none
  const before = messages.slice(0, found.at)
  const read = { ...found, blocks: found.blocks.filter((block) => !wasAsked(block, before)) }
  const since = messages.slice(found.at + 1)
  const offered = tools.map((tool) => tool.function.name)
  const ended = stopReason(read, since, offered)
  if (ended === undefined) return blockTurn(read.blocks, since.filter(isResult).length)
  const gaveUp = since.some(({ tool_calls }) => tool_calls?.some((call) => call.function.name === 'give_up'))
  if (gaveUp || !offered.includes('give_up')) return { text: ended }
  return { text: ended, call: { id: 'call_give_up', name: 'give_up', input: { reason: ended } } }
}

const none = { at: -1, blocks: [], problems: [] }

/** A question that people were asked before is answered somewhere in the conversation. */
const wasAsked = (block: Block, before: readonly ChatMessage[]) =>
  block.kind === 'question' &&
  before.some(({ tool_calls }) =>
    tool_calls?.some(
      ({ function: { name, arguments: input } }) =>
        name === 'ask_person' && (JSON.parse(input) as { question?: unknown }).question === block.question,
    ),
  )

const isResult = ({ role }: ChatMessage) => role === 'tool'

/** Why nothing more can be done, or undefined. */
const stopReason = ({ blocks, problems }: Blocks, since: readonly ChatMessage[], offered: readonly string[]) => {
  if (problems.length > 0) return `I changed nothing, because the description cannot be read. ${problems.join(' ')}`
  if (blocks.length === 0) return explanation
  const missing = blocks.map((block) => toolOf(block, '').name).find((name) => !offered.includes(name))
  if (missing) return `I changed nothing: the blocks need the tool ${missing}, which this harness does not offer.`
  const results = since.filter(isResult).map(textOf)
  const failed = results.findIndex((text) => /^(Error:|Exit code (?!0\b)|Stopped)/.test(text))
  if (failed === -1) return undefined
  const block = blocks[failed]
  return `I stopped at block ${failed + 1} of ${blocks.length}${block ? ` (${titleOf(block)})` : ''}. ${results[failed]!.slice(0, 2_000)}`
}

const blockTurn = (blocks: readonly Block[], done: number): Turn => {
  const block = blocks[done]
  if (!block) return { text: report(blocks) }
  return { text: '', call: toolOf(block, `call_${done + 1}`) }
}

const toolOf = (block: Block, id: string): ToolUse => {
  if (block.kind === 'file') return { id, name: 'write', input: { path: block.path, content: block.content } }
  if (block.kind === 'run') return { id, name: 'run', input: { command: block.command } }
  if (block.kind === 'question') return { id, name: 'ask_person', input: { question: block.question } }
  if (block.kind === 'patch') return { id, name: 'run', input: { command: applying(block.patch) } }
  return { id, name: 'edit', input: { path: block.path, find: block.find, replace: block.replace } }
}

/** A patch needs no repository, and the worktree's may not be reachable from the command's folder. */
const applying = (patch: string) => {
  const lines = patch.split('\n')
  let end = 'END_OF_PATCH'
  while (lines.includes(end)) end += '_'
  return `GIT_DIR=/dev/null git apply --whitespace=nowarn - <<'${end}'\n${patch}${end}`
}

const titleOf = (block: Block) => {
  if (block.kind === 'file') return `write ${block.path}`
  if (block.kind === 'edit') return `edit ${block.path}`
  if (block.kind === 'patch') return 'apply the patch'
  if (block.kind === 'question') return 'ask people'
  const [first, ...more] = block.command.split('\n')
  return `run ${first!.slice(0, 100)}${more.length > 0 ? ' …' : ''}`
}

const textOf = ({ content }: ChatMessage): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')

const nature = 'No model is connected. The offline model only applies code blocks.'

const report = (blocks: readonly Block[]) =>
  `${nature} ${blocks.length === 1 ? 'The block is' : `All ${blocks.length} blocks are`} done: ${blocks.map(titleOf).join('; ')}.`

/**
 * The text for a person who wrote no block; the example of a block is in the documentation, where its lines stay lines.
 */
export const explanation =
  `${nature} The description has none, so nothing was changed. To connect a model, open Settings, Models in the ` +
  'console, or add an endpoint: atelier models endpoints add. To go on without one, see docs/offline-model.md.'
