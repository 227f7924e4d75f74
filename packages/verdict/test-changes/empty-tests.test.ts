import { expect, test } from 'vitest'
import { both, found, go, js, py, shown, type Texts } from '../../../testing/repositories/changes.ts'

const judged = (path: string, text: string, request: string) =>
  shown(found({ [path]: [undefined, text] }, request)).filter((one) => one.includes('test_without'))
const mocked = js(
  "import { mock } from 'node:test'\ntest('adds', () => {\n  const sum = mock.fn(() => 3)\n  assert.equal(sum(1, 2), 3)\n})",
)

test.each([
  [
    'a test without an assertion',
    'sum.test.js',
    "import { sum } from './sum.js'\ntest('adds', () => {\n  sum(1, 2)\n})\n",
  ],
  ['a Python test without an assertion', 'test_sum.py', 'from sums import add\n\ndef test_adds():\n    add(1, 2)\n'],
])('%s is asked about, for any request', (_what, path, text) => {
  for (const request of ['Add tests for sum.', 'Make it faster.'])
    expect(judged(path, text, request)).toEqual([`ask test_without_assertion ${path}:1`])
})

test.each([
  ['of a mock alone', 'sum.test.js', mocked],
  [
    'of a mocked module',
    'sum.test.js',
    "import { sum } from './sum.js'\nvi.mock('./sum.js', () => ({ sum: () => 3 }))\ntest('adds', () => {\n  expect(sum(1, 2)).toBe(3)\n})\n",
  ],
  [
    'of its own function',
    'sum.test.js',
    js("const sum = (a, b) => a + b\ntest('adds', () => {\n  assert.equal(sum(1, 2), 3)\n})"),
  ],
  ['of the language', 'test_sum.py', 'import math\n\ndef test_adds():\n    assert math.floor(1.5) == 1\n'],
  [
    'of a mock in Python',
    'test_sum.py',
    'from unittest.mock import Mock\n\ndef test_adds():\n    add = Mock(return_value=3)\n    assert add(1, 2) == 3\n',
  ],
  [
    'of itself in Go',
    'sum_test.go',
    'package sum\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif 1+2 != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
  ],
])('a new test %s is asked about', (_what, path, text) => {
  expect(judged(path, text, 'Add a product function.')).toEqual([`ask test_without_subject ${path}:1`])
})

test.each([
  ['sum.test.js', both],
  ['sum.test.js', js("import { sum } from '../sum.js'\ntest('adds', () => {\n  assert.equal(sum(1, 2), 3)\n})")],
  [
    'sum.test.js',
    js("test('adds', async () => {\n  const { sum } = await import('../sum.js')\n  assert.equal(sum(1, 2), 3)\n})"),
  ],
  [
    'sum.test.js',
    js(
      "import { execFileSync } from 'node:child_process'\ntest('adds', () => {\n  assert.equal(String(execFileSync('./sum', ['1'])), '1')\n})",
    ),
  ],
  ['test_sum.py', py],
  ['test_sum.py', 'from sums import add\n\ndef test_adds():\n    assert add(1, 2) == 3\n'],
  ['test_sum.py', 'def test_adds(client):\n    assert client.get("/sum").status == 200\n'],
  ['sum_test.go', go],
])('a new test in %s that uses the product is no finding', (path, text) => {
  expect(judged(path, text, 'Add tests.')).toEqual([])
})

const helper = 'export const same = (a, b) => {\n  if (a !== b) throw new Error("differs")\n}\n'

test.each<readonly [string, Texts]>([
  ['throws no more', { 'test/same.js': [helper, 'export const same = (a, b) => {}\n'] }],
  [
    'does nothing',
    { 'test/same.js': ['export const same = (a) => {\n  check(a)\n}\n', 'export const same = (a) => {}\n'] },
  ],
  ['compares loosely', { 'test/same.js': [helper, helper.replace('!==', '!=')] }],
  ['asserts less', { 'tests/same.py': ['def same(a, b):\n    assert a == b\n', 'def same(a, b):\n    pass\n'] }],
])('a test helper that %s is asked about', (_what, texts) => {
  expect(shown(found(texts, '')).some((one) => one.startsWith('ask test_helper_weakened'))).toBe(true)
})

test('a test helper that is stricter or longer is no finding', () => {
  const texts: Texts = {
    'test/same.js': [helper, `${helper}export const other = (a) => {\n  if (a === 1) throw a\n}\n`],
  }
  expect(found(texts, '')).toEqual([])
})

test('a test that reads a document of the same change uses the product', () => {
  const text = js("test('says when', () => assert.match(readFileSync('NOTES.md', 'utf8'), /when/))")
  const texts: Texts = { 'NOTES.md': [undefined, 'when'], 'notes.test.js': [undefined, text] }
  expect(shown(found(texts, 'Add NOTES.md and a test for it.'))).toEqual([])
})
