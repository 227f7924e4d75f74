import { describe, expect, test } from 'vitest'
import { found, js, type Texts } from '../../testing/changes.ts'

const judge = (texts: Texts, request: string) => {
  const findings = found(texts, request)
  return {
    asks: findings.filter(({ level }) => level !== 'note').map(({ kind }) => kind),
    explained: findings.flatMap(({ kind, test: name }) => (kind.endsWith('_explained') ? [name] : [])),
  }
}

describe('a feature that is removed with its tests, as requested', () => {
  const request = 'Remove the multiply function and its tests.'
  const code = 'export const sum = (a, b) => a + b\nexport const multiply = (a, b) => a * b\n'
  const sums = "test('adds', () => {\n  assert.equal(sum(1, 2), 3)\n})"
  const products = "test('gives the product', () => {\n  assert.equal(multiply(2, 3), 6)\n})"
  const file = (names: string, body: string) => js(`import { ${names} } from './sum.js'\n${body}`)
  const before = file('sum, multiply', `${sums}\n${products}`)
  const change = (after: string, codeAfter = code.split('\n')[0]!): Texts => ({
    'sum.js': [code, `${codeAfter}\n`],
    'sum.test.js': [before, after],
  })

  test('is explained in JavaScript, with the tests of the same file that stay', () => {
    expect(judge(change(file('sum', sums)), request)).toEqual({ asks: [], explained: ['gives the product', 'adds'] })
  })

  test('is explained where the file of tests goes', () => {
    const texts: Texts = {
      'multiply.js': [code, undefined],
      'multiply.test.js': [file('multiply', products), undefined],
    }
    expect(judge(texts, request)).toEqual({ asks: [], explained: ['gives the product'] })
  })

  test('is explained in Python', () => {
    const was = 'from sums import add, multiply\n\n\ndef test_adds():\n    assert add(1, 2) == 3\n'
    const product = '\n\ndef test_product():\n    assert multiply(2, 3) == 6\n'
    const texts: Texts = {
      'sums.py': [
        'def add(a, b):\n    return a + b\n\n\ndef multiply(a, b):\n    return a * b\n',
        'def add(a, b):\n    return a + b\n',
      ],
      'test_sums.py': [was + product, was.replace(', multiply', '')],
    }
    expect(judge(texts, request)).toEqual({ asks: [], explained: ['test_product', 'test_adds'] })
  })

  test.each<readonly [string, Texts, string]>([
    ['another test goes as well', change(file('sum', '')), request],
    ['a test that stays expects otherwise', change(file('sum', sums.replace(', 3)', ', 4)'))), request],
    ['the function is still there', change(file('sum', sums), code), request],
    ['the request asks for something else', change(file('sum', sums)), 'Make multiply faster.'],
    ['the request keeps the tests', change(file('sum', sums)), 'Remove multiply, but do not remove tests.'],
  ])('is not explained where %s', (_what, texts, asked) => {
    expect(judge(texts, asked).explained).toEqual([])
  })

  test('does not explain the loss of a test that asserts what stays', () => {
    const mixed = before.replace('multiply(2, 3), 6)', 'multiply(2, 3), 6)\n  assert.equal(sum(2, 2), 4)')
    const texts: Texts = { ...change(file('sum', sums)), 'sum.test.js': [mixed, file('sum', sums)] }
    expect(judge(texts, request).explained).toEqual([])
  })
})

describe('a rename that also renames files, as requested', () => {
  const request = 'Rename `sum` to `total`, files included.'
  const before = js("import { sum } from './sum.js'\ntest('adds', () => {\n  assert.equal(sum(1, 2), 3)\n})")
  const texts = (after: string): Texts => ({
    'total.js': ['export const sum = (a, b) => a + b\n', 'export const total = (a, b) => a + b\n', 'sum.js'],
    'total.test.js': [before, after, 'sum.test.js'],
  })

  test('is explained by the earlier name of the file', () => {
    const [finding] = found(texts(before.replaceAll('sum', 'total')), request)
    expect(finding).toMatchObject({ level: 'note', path: 'sum.test.js', test: 'adds' })
  })

  test('is not explained where an expected value differs', () => {
    expect(judge(texts(before.replaceAll('sum', 'total').replace(', 3)', ', 4)')), request).explained).toEqual([])
  })
})

describe('a test that is renamed or grouped, as requested', () => {
  const adds = "test('adds', () => {\n  assert.equal(sum(1, 2), 3)\n})"
  const named = adds.replace("'adds'", "'adds two numbers'")
  const grouped = `describe('sum', () => {\n  ${adds.replaceAll('\n', '\n  ')}\n})`

  test('is explained', () => {
    const rename = 'Rename the test “adds” to “adds two numbers”.'
    expect(judge({ 'sum.test.js': [js(adds), js(named)] }, rename)).toEqual({ asks: [], explained: ['adds'] })
    const group = 'Group the tests of sum in a describe.'
    expect(judge({ 'sum.test.js': [js(adds), js(grouped)] }, group)).toEqual({ asks: [], explained: ['adds'] })
  })

  test.each([
    ['another name than requested', js(named), 'Rename the test “adds” to “adds numbers”.'],
    ['a group without a request', js(grouped), 'Mend the sum.'],
    ['a group whose test asserts otherwise', js(grouped.replace(', 3)', ', 4)')), 'Group the tests in a describe.'],
    [
      'a group that returns first',
      js(grouped.replace("'sum', () => {\n", "'sum', () => {\n  return\n")),
      'Group the tests in a describe.',
    ],
  ])('is not explained for %s', (_what, after, request) => {
    expect(judge({ 'sum.test.js': [js(adds), after] }, request).explained).toEqual([])
  })
})

describe('a snapshot that is updated, as requested', () => {
  const snapshot = (text: string) => `// Snapshot v1\n\nexports[\`shows the greeting 1\`] = \`"${text}, Ann"\`;\n`
  const request = 'The greeting should be “Welcome” instead of “Hello”.'
  const texts = (text: string): Texts => ({
    'greet.js': ['export const word = "Hello"\n', 'export const word = "Welcome"\n'],
    '__snapshots__/greet.test.js.snap': [snapshot('Hello'), snapshot(text)],
  })

  test('is explained for the test that it belongs to', () => {
    const explained = found(texts('Welcome'), request).find(({ kind }) => kind === 'expectation_explained')
    expect(explained).toMatchObject({ level: 'note', path: 'greet.test.js', test: 'shows the greeting' })
  })

  test.each(['Goodbye', 'Welcomes', 'Welcome, dear'])('is not explained with “%s”', (text) => {
    expect(judge(texts(text), request).explained).toEqual([])
  })
})

describe('a function that becomes async or takes other arguments, as requested', () => {
  const before = js("test('reads', () => {\n  assert.equal(load('a', 2), 'b')\n})")
  const code: Texts = { 'load.js': ['export const load = 1\n', 'export const load = 2\n'] }
  const awaited = before.replace("'reads', ()", "'reads', async ()").replace('load(', 'await load(')
  const inObject = before.replace("load('a', 2)", "load({ name: 'a', times: 2 })")
  const asyncRequest = 'Make `load` async.'
  const signatureRequest = 'Let `load` take an object with name and times as its argument.'

  test('is explained', () => {
    expect(judge({ ...code, 'load.test.js': [before, awaited] }, asyncRequest)).toEqual({
      asks: [],
      explained: ['reads'],
    })
    expect(judge({ ...code, 'load.test.js': [before, inObject] }, signatureRequest)).toEqual({
      asks: [],
      explained: ['reads'],
    })
  })

  test.each([
    ['awaits and expects otherwise', awaited.replace("'b')", "'c')"), asyncRequest],
    ['awaits without a request', awaited, 'Mend `load`.'],
    ['awaits no more', before, asyncRequest, awaited],
    ['takes another value', inObject.replace("'a'", "'x'"), signatureRequest],
    ['takes the result as well', inObject.replace('times: 2', "times: 2, is: 'b'"), signatureRequest],
    ['expects otherwise', inObject.replace("'b')", "'c')"), signatureRequest],
    ['is about another function', inObject, 'Let `save` take an object as its argument.'],
  ])('is not explained where a test %s', (_what, after, request, was = before) => {
    expect(judge({ ...code, 'load.test.js': [was, after] }, request).explained).toEqual([])
  })
})

describe('tests that are merged or parametrized, as requested', () => {
  const request = 'Write the tests test_adds and test_doubles as one parametrized test.'
  const head = 'import pytest\n\nfrom sums import add\n\n\n'
  const two = 'def test_adds():\n    assert add(1, 2) == 3\n\n\ndef test_doubles():\n    assert add(4, 4) == 8\n'
  const table = (cases: string, body = 'assert add(a, b) == c') =>
    `@pytest.mark.parametrize(\n    "a, b, c",\n    [\n${cases}    ],\n)\ndef test_add(a, b, c):\n    ${body}\n`
  const whole = table('        (1, 2, 3),\n        (4, 4, 8),\n')
  const change = (after: string): Texts => ({ 'test_sums.py': [head + two, head + after] })

  test('are explained in Python', () => {
    expect(judge(change(whole), request)).toEqual({ asks: [], explained: ['test_adds', 'test_doubles'] })
  })

  test('are explained in JavaScript, where other tests stay', () => {
    const file = (body: string) => js(`import { sum } from './sum.js'\n${body}\ntest('stays', () => assert(sum()))`)
    const was = "test('one', () => assert.equal(sum(1), 1))\ntest('two', () => assert.equal(sum(2, 3), 5))"
    const is = "test('sums', () => {\n  assert.equal(sum(1), 1)\n  assert.equal(sum(2, 3), 5)\n})"
    const texts: Texts = { 'sum.test.js': [file(was), file(is)] }
    expect(judge(texts, 'Merge the tests “one” and “two”.')).toEqual({ asks: [], explained: ['one', 'two'] })
  })

  test.each<readonly [string, Texts, string]>([
    ['a case is missing', change(table('        (1, 2, 3),\n')), request],
    ['the new test asserts nothing', change(table('        (1, 2, 3),\n        (4, 4, 8),\n', 'add(a, b)')), request],
    ['another line of the file changes', { 'test_sums.py': [`${head}LIMIT = 7\n\n\n${two}`, head + whole] }, request],
    ['the request asks for something else', change(whole), 'Make add faster.'],
  ])('are not explained where %s', (_what, texts, asked) => {
    expect(judge(texts, asked).explained).toEqual([])
  })
})
