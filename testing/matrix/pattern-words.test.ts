import { expect, test } from 'vitest'
import { domains } from '../../domains/index.ts'
import { allowedWords, patternWords } from '../../platform/contract/pattern-words.ts'
import { fieldsOf } from '../../platform/http/requests/check-value.ts'

const patternsIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { pattern } = schema as { readonly pattern?: unknown }
  return [...(typeof pattern === 'string' ? [pattern] : []), ...Object.values(schema).flatMap(patternsIn)]
}
const operations = domains.flatMap((domain) => domain.operations)
const used = new Set(operations.flatMap(({ query, body }) => [query, body].flatMap(patternsIn)))

test('every pattern of a body or query has words, and no words are left without a pattern', () => {
  expect(used.size).toBeGreaterThan(40)
  expect([...used].filter((pattern) => patternWords[pattern] === undefined)).toEqual([])
  expect(Object.keys(patternWords).filter((pattern) => !used.has(pattern))).toEqual([])
})

test('a fault of an enumeration or a pattern names the allowed values, and shows no regular expression', () => {
  const fault = (keyword: string, params: object) =>
    fieldsOf([{ instancePath: '/kind', schemaPath: '', keyword, params, message: 'must match' }])[0]!.message
  expect(fault('enum', { allowedValues: ['gpt', 'claude', null] })).toBe('must be one of gpt, claude and null')
  expect(fault('const', { allowedValue: 1 })).toBe('must be 1')
  expect(allowedWords(Array.from({ length: 22 }, (_, at) => at))).toMatch(/, 19 and 2 more$/)
  for (const pattern of [...used, '^new$']) expect(fault('pattern', { pattern })).not.toContain(pattern)
})
