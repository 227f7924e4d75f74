import { expect, test } from 'vitest'
import { readModelList } from './read-list.ts'

const good = {
  id: 'maker/large',
  name: 'Large\u202e\n',
  context_length: 200_000,
  supported_parameters: ['temperature', 'tools'],
  architecture: { output_modalities: ['text'] },
  pricing: { prompt: '0.00000125', completion: '0.00001' },
  top_provider: { max_completion_tokens: 32_000 },
}
const read = (...data: readonly unknown[]) => readModelList(JSON.stringify({ data }))

test('a chat model that takes tools is read with its prices for a million tokens', () => {
  expect(read(good)).toEqual({
    isWhole: true,
    models: [
      {
        id: 'maker/large',
        name: 'Large',
        contextTokens: 200_000,
        maxOutputTokens: 32_000,
        inputMicrosPerMillion: 1_250_000,
        outputMicrosPerMillion: 10_000_000,
      },
    ],
  })
})

test('models without tools or text, and invalid entries, are left out', () => {
  const left = [
    { ...good, supported_parameters: ['temperature'] },
    { ...good, architecture: { output_modalities: ['image'] } },
    { ...good, id: 7 },
    { ...good, context_length: -1 },
    { id: 'bare' },
    null,
    'text',
  ]
  expect(read(...left)).toEqual({ models: [], isWhole: true })
})

test('an invalid price is unknown, and so is an invalid longest answer', () => {
  const odd = { ...good, pricing: { prompt: '-1', completion: 'free' }, top_provider: { max_completion_tokens: null } }
  const [first] = read(odd)!.models
  expect(first).toMatchObject({ inputMicrosPerMillion: null, outputMicrosPerMillion: null, maxOutputTokens: null })
})

test('a list that continues elsewhere, or is too long, is marked as incomplete', () => {
  expect(readModelList(JSON.stringify({ data: [good], links: { next: '/models?offset=1' } }))?.isWhole).toBe(false)
  const many = read(...Array.from({ length: 2_001 }, () => good))!
  expect([many.models.length, many.isWhole]).toEqual([2_000, false])
})

test('a text that is no list of models is undefined', () => {
  for (const text of ['', '<html>', '[]', '{"data":{}}', 'null']) expect(readModelList(text)).toBeUndefined()
})
