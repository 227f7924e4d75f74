import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReadings, readTests } from './read-answers.ts'

const answer = (...files: object[]) => JSON.stringify({ files })
const file = (path: string, content = 'x') => ({ path, content })

test('tests are read out of words and fences around them, also without any of those', () => {
  const wanted = [file('test/sum.test.js', 'one\n\ttwo\n'), file('pkg/sum_test.go')]
  expect(readTests(`Here:\n\`\`\`json\n${answer(...wanted)}\n\`\`\``)).toEqual({ value: { files: wanted, before: [] } })
  expect(readTests(answer())).toEqual({ value: { files: [], before: [] } })
  expect(readTests(JSON.stringify({ files: [], before: wanted }))).toEqual({ value: { files: [], before: wanted } })
  expect(readTests(JSON.stringify({ files: [], before: [file('../sum.test.js')] }))).toHaveProperty('askAgain')
})

test.each([
  ['no JSON', 'I wrote none.'],
  ['a path that leaves the repository', answer(file('../sum.test.js'))],
  ['a path within that leaves it', answer(file('test/../../sum.test.js'))],
  ['an absolute path', answer(file('/tmp/sum.test.js'))],
  ['a path of git', answer(file('.git/hooks/sum.test.js'))],
  ['a path among packages', answer(file('node_modules/x/sum.test.js'))],
  ['a path that a shell reads', answer(file("test/$(id)'.test.js"))],
  ['a file of the product', answer(file('sum.js'))],
  ['a setting of the runner', answer(file('conftest.py'))],
  ['a path twice', answer(file('a.test.js'), file('A.test.js'))],
  ['four files', answer(...['a', 'b', 'c', 'd'].map((name) => file(`${name}.test.js`)))],
  ['more text than is run', answer(file('a.test.js', 'x'.repeat(16_001)))],
  ['a control character', answer(file('a.test.js', 'x\u0000'))],
])('%s is asked for again', (_what, text) => {
  expect(readTests(text)).toEqual({ askAgain: expect.stringMatching(/Send /) })
})

test('for any answer of a model, a path that is read stays within the repository', () => {
  const part = fc.constantFrom('..', '.', '', 'test', '.git', 'sum.test.js', 'a b', '-x', '\\', '\n')
  const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'))
  fc.assert(
    fc.property(path, (given) => {
      const read = readTests(answer(file(given)))
      if (!('value' in read)) return
      expect(read.value.files[0]!.path).toMatch(/^(?![.-])[\w. -]+(?:\/(?!\.)[\w. -]+)*$/)
      expect(read.value.files[0]!.path).toMatch(/\.test\.js$|^test\/|\/test\//)
    }),
  )
})

test('a second reading names tests by their numbers, and need not quote', () => {
  const readings = [
    { test: 1, quote: 'It adds.', reason: 'So\n it is.' },
    { test: 2, quote: null },
  ]
  expect(readReadings(JSON.stringify({ readings }), 2)).toEqual({
    value: [
      { test: 1, quote: 'It adds.', reason: 'So it is.' },
      { test: 2, quote: undefined, reason: '' },
    ],
  })
  expect(readReadings(JSON.stringify({ readings }), 1)).toHaveProperty('askAgain')
  expect(readReadings('All of them follow.', 2)).toHaveProperty('askAgain')
})
