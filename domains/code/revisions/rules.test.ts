import { expect, test } from 'vitest'
import { droppedPaths, isExpected } from './rules.ts'

const expected = { expectedRevisionId: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11', expectedGeneration: 3 }
const head = { id: expected.expectedRevisionId, generation: 3 }

test('a head is expected by its id and its generation, and no head never is', () => {
  expect(isExpected(head, expected)).toBe(true)
  expect(isExpected({ ...head, generation: 4 }, expected)).toBe(false)
  expect(isExpected({ ...head, id: 'other' }, expected)).toBe(false)
  expect(isExpected(undefined, expected)).toBe(false)
})

test('dropped are the protected paths that the next revision does not name', () => {
  const paths = (...names: string[]) => names.map((path) => ({ path }))
  expect(droppedPaths(paths('.env', 'key.pem'), new Set(['.env', 'new']))).toEqual(['key.pem'])
  expect(droppedPaths([], new Set(['new']))).toEqual([])
})
