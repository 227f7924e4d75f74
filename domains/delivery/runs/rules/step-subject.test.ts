import { expect, test } from 'vitest'
import { subjectOf } from './step-subject.ts'

test.each([
  ['{"command":"npm test","timeoutMs":1000}', 'npm test'],
  ['{"pattern":"todo","path":"src"}', 'todo in src'],
  ['{"reason":"The tests need a network."}', 'The tests need a network.'],
  ['{"command":"npm test","further":"what was cut', 'npm test'],
  ['{"count":3}', '{"count":3}'],
  ['[1]', '[1]'],
])('%s', (input, subject) => expect(subjectOf(input)).toBe(subject))
