import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { eventParser } from '../events.ts'
import { type ShapeName, shapes } from '../shapes/index.ts'
import { blocksOf, blockSteps, type AnswerMeta, type Block, type AnswerEnd, type AnswerPart, stopOf } from './answer.ts'
import { callsInOrder } from './calls-in-order.ts'
import type { Conversation, Part, Turn } from './conversation.ts'
import { translators, translateRequest } from './index.ts'

const names = ['chat', 'messages', 'responses'] as const
const about: AnswerMeta = { id: '0197', model: 'large', createdSeconds: 1_700_000_000, wantsUsage: true }
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
const id = fc.stringMatching(/^[a-zA-Z0-9_-]{1,20}$/)
const input = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())).map((value) => JSON.stringify(value))
const call = fc.record({ type: fc.constant('call' as const), id, name: id, input })
const callsOf = fc.uniqueArray(call, { selector: (one) => one.id, maxLength: 3 })

const settings = {
  name: 'test',
  model: 'large',
  maxOutputTokens: 1_000,
  maxTokensField: 'max_tokens' as const,
  takesPictures: true,
}

describe.each(names)('an answer in the shape %s', (shape) => {
  const { reader, writer } = translators[shape]
  const words = (type: 'text' | 'thought') =>
    fc.option(
      text.map((said): Block => ({ type, text: said })),
      { nil: undefined },
    )
  const blocks = fc
    .tuple(words('thought'), words('text'), callsOf)
    .map(([thought, said, calls]) => [thought, said, ...calls].filter((block) => block !== undefined))
  const usage = fc.record({
    inputTokens: fc.integer({ min: 50, max: 9_999 }),
    outputTokens: fc.nat(9_999),
    cacheReadTokens: fc.nat(50),
  })
  const stopped = fc.constantFrom('end' as const, 'length' as const, 'refused' as const)
  const bare = (all: readonly Block[]) =>
    all.map((block) => (block.type === 'thought' ? { type: block.type, text: block.text } : block))
  const counts = ({ inputTokens, outputTokens, cacheReadTokens }: NonNullable<AnswerEnd['usage']>) => ({
    inputTokens,
    outputTokens,
    cacheReadTokens,
  })

  test.runIf(isLong)('is read as it was written, whole or as a stream cut anywhere', () => {
    fc.assert(
      fc.property(blocks, stopped, usage, fc.integer({ min: 1, max: 40 }), (made, stop, used, size) => {
        const expected = stop === 'end' && made.some(({ type }) => type === 'call') ? 'calls' : stop
        const ended: AnswerEnd = { stop: expected, usage: used }
        const whole = JSON.parse(JSON.stringify(writer.whole(made, ended, about))) as object
        const said = reader.whole(whole)
        expect([bare(blocksOf(said)), stopOf(said)]).toEqual([made, expected])
        expect(counts(shapes[shape].usageOf('test', JSON.stringify(whole))!)).toEqual(used)
        const streamed = readStream(shape, streamOf(shape, made, ended, size))
        expect([bare(blocksOf(streamed.said)), stopOf(streamed.said)]).toEqual([made, expected])
        expect(counts(streamed.usage!)).toEqual(used)
      }),
    )
  })
})

test('an answer for clients of Anthropic has no null in its text blocks, which the previous major of the AI SDK refuses', () => {
  const made: readonly Block[] = [{ type: 'text', text: 'Done.' }]
  const ended: AnswerEnd = { stop: 'end', usage: { inputTokens: 50, outputTokens: 1, cacheReadTokens: 0 } }
  expect(translators.messages.writer.whole(made, ended, about)).toMatchObject({ content: made })
  const whole = JSON.stringify(translators.messages.writer.whole(made, ended, about))
  expect(whole).toContain('"content":[{"type":"text","text":"Done."}]')
  expect(streamOf('messages', made, ended, 40)).toContain('"content_block":{"type":"text","text":""}')
})

/** The text of a stream that says each block in pieces of so many characters. */
const streamOf = (shape: ShapeName, blocks: readonly Block[], ended: AnswerEnd, size: number) => {
  const stream = translators[shape].writer.stream(about)
  const steps = blockSteps()
  const pieces = (whole: string) => whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
  const said = blocks.flatMap((block): AnswerPart[] =>
    block.type === 'call'
      ? [{ ...block }, ...pieces(block.input).map((one) => ({ type: 'input' as const, text: one }))]
      : pieces(block.text).map((one) => ({ type: block.type, text: one })),
  )
  const between = [...said.flatMap(steps.say), ...steps.end()].map(stream.take)
  return stream.begin() + between.join('') + stream.end(ended)
}

const readStream = (shape: ShapeName, written: string) => {
  const events = eventParser(1_000_000)
    .push(Buffer.from(written))
    .filter((event) => event !== '[DONE]')
  const judge = shapes[shape].streamReader('test', true)
  const read = translators[shape].reader.stream()
  judge.take(events)
  const said = [...events.flatMap((event) => read.take(JSON.parse(event) as object)), ...read.end()]
  return { said, usage: judge.end() }
}

const picture = { type: 'picture' as const, mediaType: 'image/png', data: 'iVBORw0KGgo=' }
const textPart = text.map((said) => ({ type: 'text' as const, text: said }))
const turns = fc.array(
  fc.tuple(
    fc
      .tuple(textPart, fc.boolean())
      .map(([part, shows]): Turn => ({ role: 'user', parts: shows ? [part, picture] : [part] })),
    fc.tuple(textPart, callsOf).map(([part, calls]): Turn => ({ role: 'assistant', parts: [part, ...calls] })),
  ),
  { maxLength: 3 },
)
/** Calls are answered before anything else is said. */
const answered = (all: readonly (readonly [Turn, Turn])[], last: Part): Turn[] => {
  const flat: Turn[] = [...all.flat(), { role: 'user', parts: [last] }]
  return flat.map((turn, at) => {
    const calls = flat[at - 1]?.parts.filter((part) => part.type === 'call') ?? []
    const results = calls.map(({ id: callId }): Part => ({
      type: 'result',
      callId,
      content: [{ type: 'text', text: `did ${callId}` }],
      failed: false,
    }))
    return { ...turn, parts: [...results, ...turn.parts] }
  })
}
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const tool = fc.record({
  name: id,
  description: text,
  strict: fc.constant(true),
  input: fc.constant({ type: 'object', properties: { a: { type: 'string' } } }),
})
const conversations = fc.record({
  system: fc.array(text, { maxLength: 1 }),
  turns: fc.tuple(turns, textPart).map(([all, last]) => answered(all, last)),
  tools: fc.uniqueArray(tool, { selector: (one) => one.name, minLength: 1, maxLength: 2 }),
  settings: fc.record({
    maxOutputTokens: optional(fc.integer({ min: 1, max: 500 })),
    temperature: optional(fc.double({ min: 0, max: 1, noNaN: true })),
    topP: optional(fc.double({ min: 0, max: 1, noNaN: true })),
    effort: optional(fc.constantFrom('low', 'medium', 'high')),
    toolChoice: optional(
      fc.oneof(
        fc.constantFrom('auto' as const, 'none' as const, 'required' as const),
        id.map((name) => ({ name })),
      ),
    ),
    parallelCalls: fc.constant(undefined),
  }),
  streams: fc.boolean(),
  wantsUsage: fc.constant(true),
})

describe.each(names)('a request in the shape %s', (shape) => {
  test.runIf(isLong)('has after a translation the content from before, and fits the endpoint', () => {
    fc.assert(
      fc.property(conversations, (conversation: Conversation) => {
        const { from, to } = translators[shape]
        const body = JSON.parse(JSON.stringify(to(conversation, translators[shape].names))) as object
        const { wantsUsage: _, leftOut = [], settingsLeftOut = [], ...back } = from({ model: 'large', ...body })
        const { wantsUsage: __, ...sent } = conversation
        expect([...leftOut, ...settingsLeftOut]).toEqual([])
        expect(JSON.parse(JSON.stringify(back))).toEqual(JSON.parse(JSON.stringify(sent)))
        for (const other of names) {
          const { body: translated } = translateRequest(shape, other, { model: 'large', ...body })
          expect(shapes[other].prepare(translated, settings).streams).toBe(conversation.streams)
        }
      }),
    )
  })
})

test('pieces of calls that come at once are passed on call by call', () => {
  const pieces = fc.array(fc.tuple(fc.nat(2), fc.nat(7)), { maxLength: 40 })
  fc.assert(
    fc.property(fc.array(input, { minLength: 3, maxLength: 3 }), pieces, (inputs, order) => {
      const calls = callsInOrder()
      const left = [...inputs]
      const begun = inputs.map((_, key) => ({ key, begins: { id: `c${key}`, name: `n${key}` } }))
      const sent = [...order, ...inputs.map((_, at) => [at, Infinity] as const)].map(([key, size]) => {
        const piece = left[key]!.slice(0, size)
        left[key] = left[key]!.slice(piece.length)
        return { key, text: piece }
      })
      const said = [...[...begun, ...sent].flatMap(calls.take), ...calls.end()]
      expect(blocksOf(said)).toEqual(
        inputs.map((one, index) => ({ type: 'call', id: `c${index}`, name: `n${index}`, input: one })),
      )
    }),
  )
})
