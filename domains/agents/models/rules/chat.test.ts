import { expect, test } from 'vitest'
import { chatPiece, chatRequest, costOfAnswer, streamedPiece } from './chat.ts'

test('a streamed question asks for its tokens, and a system text comes first', () => {
  expect(chatRequest({ model: 'a', system: 'Be brief.', text: 'Why?', isStreamed: true })).toEqual({
    model: 'a',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Why?' },
    ],
    stream: true,
    stream_options: { include_usage: true },
  })
  expect(chatRequest({ model: 'a', text: 'Why?', isStreamed: false })).toEqual({
    model: 'a',
    messages: [{ role: 'user', content: 'Why?' }],
  })
})

test('pieces are read of chunks, of whole answers and of the error of a stream', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2 }
  expect(streamedPiece('[DONE]')).toBeUndefined()
  expect(streamedPiece('{"choices":[{"delta":{"content":"Yes"}}]}')).toEqual({ text: 'Yes' })
  expect(streamedPiece('{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}')).toEqual({ text: '', usage })
  expect(streamedPiece('{"error":{"message":"It broke.","code":"provider_cut"}}')).toEqual({
    text: '',
    error: { message: 'It broke.', code: 'provider_cut' },
  })
  expect(chatPiece({ choices: [{ message: { content: null } }], usage })).toEqual({ text: '', usage })
})

test.each([
  ['both prices', { inputUsdPerMillion: 2, outputUsdPerMillion: 4 }, 0.00028],
  ['a price that is unknown', { inputUsdPerMillion: 2, outputUsdPerMillion: null }, null],
  ['no listed model', undefined, null],
])('an answer with %s costs', (_name, prices, cost) => {
  expect(costOfAnswer(prices, { prompt_tokens: 100, completion_tokens: 20 })).toBe(cost)
  expect(costOfAnswer(prices, undefined)).toBeNull()
})

test('an answer costs the thoughts that only its total counts', () => {
  const usage = { prompt_tokens: 21, completion_tokens: 10, total_tokens: 1_091 }
  expect(costOfAnswer({ inputUsdPerMillion: 1, outputUsdPerMillion: 10 }, usage)).toBe(0.010721)
})

test('the text of content that is a list is read', () => {
  const content = [
    { type: 'thinking', thinking: 'Hmm' },
    { type: 'text', text: 'Hi' },
  ]
  expect(chatPiece({ choices: [{ message: { content } }] }).text).toBe('Hi')
})
