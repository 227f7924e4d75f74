import { expect, test } from 'vitest'
import { instructions, toolList } from './open-server.ts'

/**
 * More tokens than the vocabularies of today's models need for a text: one for each four letters or three digits of a
 * word, begun or whole, and one for each other sign. They have most words of English, and pairs of signs, as one.
 */
const tokensAtMost = (text: string): number => (text.match(/\p{L}{1,4}|\p{N}{1,3}|[^\s\p{L}\p{N}]/gu) ?? []).length

test('all that a model reads before its first call has at most 1,000 tokens', () => {
  const read = toolList.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }))
  expect(tokensAtMost([instructions, ...read].join('\n'))).toBeLessThanOrEqual(1_000)
})
