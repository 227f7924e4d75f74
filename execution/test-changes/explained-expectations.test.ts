import { expect, test } from 'vitest'
import { adds, both, found, js, type Texts, zero } from '../../testing/changes.ts'
import { wantsIn } from './wanted-values.ts'

const explained = (texts: Texts, request: string) =>
  found({ 'sum.js': ['1', '2'], ...texts }, request).flatMap(({ kind, test: name }) =>
    kind === 'expectation_explained' ? [name] : [],
  )
const py = (value: string) => `def test_price():\n    assert price(2) == "${value}"\n`
const wanted = 'Let sum(1, 2) become 30 instead of 3.'
const now = both.replace('2), 3', '2), 30')

test.each<readonly [string, Texts, string, readonly string[]]>([
  ['a value that the request names', { 'sum.test.js': [both, now] }, wanted, ['adds']],
  ['beside new tests', { 'sum.test.js': [js(adds), now] }, wanted, ['adds']],
  [
    'a text in quotes',
    { 'test_a.py': [py('$2'), py('€2')] },
    'Prices should now show as "€2", not as "$2".',
    ['test_price'],
  ],
  [
    'a new name',
    { 'sum.test.js': [both, both.replaceAll('sum(', 'total(')] },
    'Rename `sum` to `total`.',
    ['adds', 'adds zero'],
  ],
])('a test that expects otherwise is explained by %s', (_what, texts, request, names) => {
  expect(explained(texts, request)).toEqual(names)
})

test.each<readonly [string, Texts, string]>([
  ['names no value', { 'sum.test.js': [both, now] }, 'Mend the sum.'],
  ['names it as what is wrong', { 'sum.test.js': [both, now] }, 'sum(1, 2) gives 30, and should give 3.'],
  ['does not want it', { 'sum.test.js': [both, now] }, 'sum(1, 2) must not become 30.'],
  ['names a part of it', { 'sum.test.js': [both, now] }, 'sum(1, 2) should become 300.'],
  ['wants one of two values', { 'sum.test.js': [both, now.replace('0), 1', '0), 7')] }, wanted],
  ['does not ask for another input', { 'sum.test.js': [both, now.replace('sum(1, 2)', 'sum(9, 2)')] }, wanted],
  ['does not ask for a line that is gone', { 'sum.test.js': [both, js(adds.replace('2), 3', '2), 30'))] }, wanted],
  ['does not ask for a line in a test', { 'sum.test.js': [both, now.replace('{\n  a', '{\n  return\n  a')] }, wanted],
  ['does not ask for other fixtures', { 'sum.test.js': [both, now], 'fixtures/a.json': ['1', '2'] }, wanted],
  ['does not ask for other settings', { 'sum.test.js': [both, now], 'vitest.config.ts': ['1', '2'] }, wanted],
  ['asks for another name', { 'sum.test.js': [both, both.replaceAll('sum(', 'max(')] }, 'Rename `sum` to `total`.'],
  ['is about another test', { 'sum.test.js': [js(zero), js(zero.replace('0), 1', '0), 2'))] }, wanted],
])('a test that expects otherwise is not explained by a request that %s', (_what, texts, request) => {
  expect(explained(texts, request)).toEqual([])
})

test.each([
  ['Change the size from 20 to 50.', ['50'], ['20', '5', '0']],
  ['The report shows 3 as the median. It should be 2.5, the mean.', ['2.5'], ['3', '2', '5']],
  ['Say “Hello, Ann!” instead of “Hi”: people\nwant “Good day”.', ['Good day', 'Hello, Ann!'], ['Hi']],
  ['Expected 7, got 8.', ['7'], ['8']],
  ['For those who were here: “Welcome back!” instead of “Hello”.', ['Welcome back!'], ['Hello']],
  ['', [], ['', ' ', '1']],
])('the values that are wanted by “%s”', (request, yes, no) => {
  const wants = wantsIn(request)
  expect([yes.filter(wants), no.filter(wants)]).toEqual([yes, []])
})
