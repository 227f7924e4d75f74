import type { ModelMessage } from 'ai'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dropOldPictures, estimateTokens, pruneMessages, summarizeMessages, tailStart } from './window.ts'

const call = (at: number, content: string): ModelMessage => ({
  role: 'assistant',
  content: [
    { type: 'tool-call', toolCallId: `${at}`, toolName: 'write', input: { path: 'a', edits: [{ find: content }] } },
  ],
})
const result = (at: number, value: string): ModelMessage => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: `${at}`, toolName: 'write', output: { type: 'text', value } }],
})
const talk = (sizes: readonly number[]): ModelMessage[] => [
  { role: 'user', content: 'Do it' },
  ...sizes.flatMap((size, at) => [call(at, 'y'.repeat(size)), result(at, `Exit code ${at}\n${'x'.repeat(size)}`)]),
]
const sizes = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 20 })

describe('a conversation that fills the window', () => {
  test('is never cut between a call and its result', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 5_000 }), (each, kept) => {
        const messages = talk(each)
        const start = tailStart(messages, kept)
        expect(messages[start]?.role ?? 'assistant').toBe('assistant')
        expect(estimateTokens(messages.slice(start))).toBeLessThanOrEqual(Math.max(kept, 0))
      }),
    )
  })

  test('keeps its newest part word by word, and the first lines of the rest', () => {
    const messages = talk([2_000, 2_000, 2_000])
    const kept = pruneMessages(messages, estimateTokens(messages.slice(-2)))
    expect(kept.slice(-2)).toEqual(messages.slice(-2))
    expect(JSON.stringify(kept[2])).toContain('Exit code 0')
    expect(estimateTokens(kept.slice(0, 5))).toBeLessThan(800)
    expect(kept.map(({ role }) => role)).toEqual(messages.map(({ role }) => role))
  })

  test('keeps the request, the plan and the last question beside a summary', () => {
    const messages: ModelMessage[] = [
      ...talk([10]),
      { role: 'assistant', content: 'Done' },
      { role: 'user', content: 'The test fails' },
      ...talk([10, 10]).slice(1),
    ]
    const start = messages.length - 2
    const short = summarizeMessages(messages, start, { summary: 'It was done.', plan: '[ ] Test' })
    expect(short.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'tool'])
    expect([short[0], ...short.slice(3)]).toEqual([messages[0], ...messages.slice(start)])
    for (const words of ['[ ] Test', 'The test fails']) expect(short[2]!.content).toContain(words)
  })
})

test('pictures count by the tokens that a model reads, and all but the newest give way to a word', () => {
  const picture = (mark: string): ModelMessage => ({
    role: 'user',
    content: [
      { type: 'text', text: mark },
      { type: 'image', image: 'A'.repeat(200_000), mediaType: 'image/jpeg' },
    ],
  })
  const all = ['a', 'b', 'c', 'd'].map(picture)
  expect(estimateTokens(all)).toBeLessThan(8_000)
  const gone = { role: 'user', content: 'An earlier picture of the screen was here.' }
  expect(dropOldPictures(all, 3)).toEqual([gone, ...all.slice(1)])
  expect(dropOldPictures(all, 0)).toEqual([gone, gone, gone, gone])
  expect(dropOldPictures(dropOldPictures(all, 2), 2)).toEqual([gone, gone, ...all.slice(2)])
})
