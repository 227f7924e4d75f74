import { jsonOf } from '../../packages/foreign-json/index.ts'
import type { ShapeName } from './shapes/index.ts'

export const word = 'periwinkle'
const question = `Call the tool say_word with the word ${word}. Write nothing else.`
const name = 'say_word'
const description = 'Says one word.'
const schema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] }

// A model that thinks writes some thousand tokens before its first word.
const answerTokensMax = 8_000

export interface ProbeMode {
  readonly streams: boolean
  readonly tools: boolean
}

interface Question {
  /** Asks for one call of a tool, below `rules`. */
  request(rules: string, way: ProbeMode): object
  /** Name and input of the calls in a whole answer, or in the events of a streamed one; inputs come in pieces. */
  calls(said: readonly unknown[]): readonly Piece[]
}

interface Piece {
  readonly name?: unknown
  readonly input?: unknown
}

// An endpoint's answer may hold anything: anything at an unexpected place is not a call.
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce(
    (inner: unknown, field) => (inner as Readonly<Record<string, unknown>> | null | undefined)?.[field],
    value,
  )

export const questions: Readonly<Record<ShapeName, Question>> = {
  chat: {
    request: (rules, { streams, tools }) => ({
      messages: [
        { role: 'system', content: rules },
        { role: 'user', content: question },
      ],
      max_tokens: answerTokensMax,
      ...(tools && { tools: [{ type: 'function', function: { name, description, parameters: schema } }] }),
      ...(streams && { stream: true }),
    }),
    calls: (said) =>
      said
        .flatMap((one) => listOf(at(one, 'choices')))
        .flatMap((choice) => listOf(at(at(choice, 'message') ?? at(choice, 'delta'), 'tool_calls')))
        .map((call) => ({ name: at(call, 'function', 'name'), input: at(call, 'function', 'arguments') })),
  },
  responses: {
    request: (rules, { streams, tools }) => ({
      instructions: rules,
      input: question,
      max_output_tokens: answerTokensMax,
      ...(tools && { tools: [{ type: 'function', name, description, parameters: schema, strict: false }] }),
      ...(streams && { stream: true }),
    }),
    calls: (said) =>
      said
        .flatMap((one) =>
          at(one, 'type') === 'response.output_item.done' ? [at(one, 'item')] : listOf(at(one, 'output')),
        )
        .filter((item) => at(item, 'type') === 'function_call')
        .map((item) => ({ name: at(item, 'name'), input: at(item, 'arguments') })),
  },
  messages: {
    request: (rules, { streams, tools }) => ({
      system: rules,
      messages: [{ role: 'user', content: question }],
      max_tokens: answerTokensMax,
      ...(tools && { tools: [{ name, description, input_schema: schema }] }),
      ...(streams && { stream: true }),
    }),
    calls: (said) => [...said.flatMap((one) => listOf(at(one, 'content'))), ...said].flatMap(blockPieces),
  },
}

/** A whole block, the beginning of a block, or a piece of its input. */
const blockPieces = (one: unknown): Piece[] => {
  if (at(one, 'type') === 'tool_use') return [{ name: at(one, 'name'), input: JSON.stringify(at(one, 'input')) }]
  if (at(one, 'content_block', 'type') === 'tool_use') return [{ name: at(one, 'content_block', 'name') }]
  const input = at(one, 'delta', 'partial_json')
  return typeof input === 'string' ? [{ input }] : []
}

/** Whether the pieces, put together, are the call that was asked for. */
export const isAskedCall = (pieces: readonly Piece[]): boolean => {
  const written = pieces.map(({ input }) => (typeof input === 'string' ? input : '')).join('')
  return pieces.some((piece) => piece.name === name) && at(jsonOf(written), 'word') === word
}
