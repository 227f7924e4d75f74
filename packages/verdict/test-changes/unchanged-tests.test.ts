import { describe, expect, test } from 'vitest'
import { found, js, type Texts } from '../../../testing/repositories/changes.ts'

const unchangedIn = (texts: Texts) =>
  found(texts).flatMap(({ kind, test: name }) =>
    kind === 'tests_moved_whole' || kind === 'tests_merged' ? [`${kind} ${name}`] : [],
  )

describe('tests that move with what they test', () => {
  const sums = "test('sums', () => {\n  assert.equal(sum([1, 2]), 3)\n})\n"
  const rabbits = "test('counts rabbits', () => {\n  assert.equal(fibonacci(10), 55)\n})\n"
  const file = (names: string, module: string, ...tests: readonly string[]) =>
    js(`import { ${names} } from '../src/${module}.js'\n\n${tests.join('\n')}`)
  const sum = 'export const sum = (all) => all.length\n'
  const fibonacci = 'export const fibonacci = (n) => n\n'
  const moved: Texts = {
    'src/stats.js': [sum + fibonacci, sum],
    'src/rabbits.js': [undefined, fibonacci],
    'test/stats.test.js': [file('fibonacci, sum', 'stats', sums, rabbits), file('sum', 'stats', sums)],
    'test/rabbits.test.js': [undefined, file('fibonacci', 'rabbits', rabbits)],
  }

  test('are named in their earlier file', () => {
    expect(unchangedIn(moved)).toEqual(['tests_moved_whole sums', 'tests_moved_whole counts rabbits'])
  })

  test.each<readonly [string, Texts]>([
    [
      'a moved test expects otherwise',
      { ...moved, 'test/rabbits.test.js': [undefined, file('fibonacci', 'rabbits', rabbits.replace('55', '54'))] },
    ],
    [
      'a test that stays expects otherwise',
      {
        ...moved,
        'test/stats.test.js': [
          file('fibonacci, sum', 'stats', sums, rabbits),
          file('sum', 'stats', sums.replace('3)', '4)')),
        ],
      },
    ],
    [
      'the product keeps the former function, untested',
      { ...moved, 'src/stats.js': [sum + fibonacci, `${sum}${fibonacci}// left\n`] },
    ],
    [
      'the moved test takes the function from beside the product',
      {
        ...moved,
        'test/rabbits.test.js': [undefined, file('fibonacci', 'rabbits', rabbits).replace('../src/', './')],
      },
    ],
    [
      'the new file has code of its own',
      {
        ...moved,
        'test/rabbits.test.js': [undefined, file('fibonacci', 'rabbits', 'assert.equal = () => {}', rabbits)],
      },
    ],
    [
      'the new file asserts by another module',
      {
        ...moved,
        'test/rabbits.test.js': [
          undefined,
          file('fibonacci', 'rabbits', rabbits).replace("from 'node:assert'", "from './assert.js'"),
        ],
      },
    ],
    ['another file of tests is new', { ...moved, 'test/more.test.js': [undefined, js('')] }],
  ])('are not where %s', (_what, texts) => {
    expect(unchangedIn(texts)).toEqual([])
  })
})

describe('a test that becomes rows of one', () => {
  const file = (body: string) =>
    `import { describe, expect, test } from 'vitest'\nimport { words } from './note.js'\n\ndescribe('words', () => {\n${body}})\n`
  const before = file("  test('counts words', () => {\n    expect(words('one two')).toBe(2)\n  })\n")
  const rows = (assertion: string, first = "'one two', 2") =>
    file(
      `  test.each([\n    [${first}],\n    ['', 0],\n  ])('counts words of “%s”', (text, count) => {\n    ${assertion}\n  })\n`,
    )
  const judge = (after: string) => unchangedIn({ 'note.test.js': [before, after] })

  test('is named', () => {
    expect(judge(rows('expect(words(text)).toBe(count)'))).toEqual(['tests_merged counts words'])
  })

  test.each([
    ['the row of the test is missing', rows('expect(words(text)).toBe(count)', "'one', 1")],
    ['the assertion accepts more', rows("expect(words(text)).toBeTypeOf('number')")],
    ['the product is not called', rows('expect(count).toBe(count)')],
  ])('is not where %s', (_what, after) => {
    expect(judge(after)).toEqual([])
  })
})

describe('tests that are merged into a table', () => {
  const head = 'import pytest\n\nfrom sums import add\n\n\n'
  const two = 'def test_adds():\n    assert add(1, 2) == 3\n\n\ndef test_doubles():\n    assert add(4, 4) == 8\n'
  const table = (cases: string, body = 'assert add(a, b) == c') =>
    `@pytest.mark.parametrize(\n    "a, b, c",\n    [\n${cases}    ],\n)\ndef test_add(a, b, c):\n    ${body}\n`
  const whole = table('        (1, 2, 3),\n        (4, 4, 8),\n')
  const change = (after: string): Texts => ({ 'test_sums.py': [head + two, head + after] })

  test('are named in Python', () => {
    expect(unchangedIn(change(whole))).toEqual(['tests_merged test_adds', 'tests_merged test_doubles'])
  })

  test.each<readonly [string, Texts]>([
    ['a case is missing', change(table('        (1, 2, 3),\n'))],
    ['the new test asserts nothing', change(table('        (1, 2, 3),\n        (4, 4, 8),\n', 'add(a, b)'))],
    ['another line of the file changes', { 'test_sums.py': [`${head}LIMIT = 7\n\n\n${two}`, head + whole] }],
  ])('are not where %s', (_what, texts) => {
    expect(unchangedIn(texts)).toEqual([])
  })
})
