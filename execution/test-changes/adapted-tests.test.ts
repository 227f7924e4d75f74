import { describe, expect, test } from 'vitest'
import { found, go, js, type Texts } from '../../testing/changes.ts'
import { resultsIn } from './wanted-values.ts'

const explainedIn = (texts: Texts, request: string) =>
  found(texts, request).flatMap(({ kind, test: name }) => {
    if (kind === 'tests_as_requested') return []
    return kind.endsWith('_explained') || kind === 'test_adapted' ? [`${kind} ${name ?? ''}`.trim()] : []
  })

const isWhole = (texts: Texts, request: string) =>
  found(texts, request).some(({ kind }) => kind === 'tests_as_requested')

describe('a test script whose language has no grammar here', () => {
  const script = (name: string, sum = '6', more = '') =>
    `. lib/count.sh\nexpect 'sums sizes' "$(printf '1\\n2\\n3\\n' | ${name})" ${sum}\n${more}`
  const texts = (after: string, before = script('sum_sizes')): Texts => ({
    'lib/count.sh': ['sum_sizes() { :; }\n', 'total_size() { :; }\n'],
    'tests/count_test.sh': [before, after],
  })
  const rename = 'Rename the function sum_sizes to total_size.'

  test('is explained where it differs by the requested name alone', () => {
    expect(explainedIn(texts(script('total_size')), rename)).toEqual(['test_adapted'])
    expect(isWhole(texts(script('total_size')), rename)).toBe(true)
  })

  test.each<readonly [string, Texts, string]>([
    ['another value', texts(script('total_size', '7')), rename],
    ['another name', texts(script('max_size')), rename],
    ['a line more', texts(script('total_size', '6', 'exit 0\n')), rename],
    ['a line less', texts('. lib/count.sh\n'), rename],
    [
      'data in lines that look like comments',
      texts(script('total_size', '6', '# 2'), script('sum_sizes', '6', '# 1')),
      rename,
    ],
    [
      'a wanted 0 as what the helper remembers',
      { 'tests/expect.sh': ['expect() {\n  failed=1\n}\n', 'expect() {\n  failed=0\n}\n'] },
      'The sum of nothing should be 0.',
    ],
    [
      'a wanted 0 as the exit code',
      { 'tests/run.sh': ['run || exit 1\n', 'run || exit 0\n'] },
      'The sum of nothing should be 0.',
    ],
  ])('is not explained with %s', (_what, change, request) => {
    expect([explainedIn(change, request), isWhole(change, request)]).toEqual([[], false])
  })

  test('is not wholly explained beside new files of tests', () => {
    const change = {
      ...texts(script('total_size')),
      'tests/aa_test.sh': [undefined, 'total_size() { echo 6; }\n'],
    } as const
    expect(isWhole(change, rename)).toBe(false)
  })

  test('is explained by a result that the request describes', () => {
    const change = (total: string): Texts => ({
      'data/sales.csv': ['north,22\n', 'north,22\nwest,4\n'],
      'tests/total.sh': ['[ "$(sh total.sh)" = 22 ]\n', `[ "$(sh total.sh)" = ${total} ]\n`],
    })
    const request = 'Add a line to data/sales.csv: west sold 4. The report has "west: 4" then, and the total is 26.'
    expect([explainedIn(change('26'), request), explainedIn(change('27'), request)]).toEqual([['test_adapted'], []])
    const both = ['[ "$(sh total.sh)" = 22 ]\n[ 3 = 3 ]\n', '[ "$(sh total.sh)" = 26 ]\n[ 26 = 26 ]\n'] as const
    expect(explainedIn({ 'total.sh': ['1', '2'], 'tests/total.sh': both }, request)).toEqual([])
  })
})

test.each([
  ['Add a line. The report has "west: 4" then, and the total is 26.', ['26', 'west: 4'], ['2', '6', '22']],
  ['After a line is added, the total is 22 then. It should be 26.', [], ['22', '26']],
  ['The total is 22 then, which is wrong.', [], ['22']],
  ['It reads the file, then 22 lines.', [], ['22']],
])('the results that “%s” describes', (request, yes, no) => {
  const results = resultsIn(request)
  expect([yes.filter(results), no.filter(results)]).toEqual([yes, []])
})

describe('a result that becomes an exception', () => {
  const file = (line: string) => js(`test('is full', () => {\n  assert.equal(queue.push('a'), true)\n  ${line}\n})`)
  const before = file("assert.equal(queue.push('b'), false)")
  const judge = (line: string, request: string) =>
    explainedIn({ 'queue.js': ['1', '2'], 'queue.test.js': [before, file(line)] }, request)
  const request = 'push should throw a RangeError when the queue is full, instead of giving false.'
  const throws = "assert.throws(() => queue.push('b'), RangeError)"

  test('is a test made anew', () => {
    expect(judge(throws, request)).toEqual(['test_adapted is full'])
  })

  test.each([
    ['the request names another function', throws, request.replace('push', 'pop')],
    ['the request names another exception', throws, request.replace('RangeError', 'TypeError')],
    ['the request does not give up the result', throws, 'push should throw a RangeError when the queue is full.'],
    ['any exception passes', throws.replace('RangeError', 'Error'), request.replace('RangeError', 'Error')],
    ['no exception is named', "assert.throws(() => queue.push('b'))", request],
    ['another call throws', throws.replace("'b'", 'undefined.b'), request],
  ])('is not explained where %s', (_what, line, asked) => {
    expect(judge(line, asked)).toEqual([])
  })
})

describe('a test whose own name has the name that the request changes', () => {
  const request = 'Rename Sum to Total.'
  const judge = (after: string) => explainedIn({ 'sum.go': ['1', '2'], 'sum_test.go': [go, after] }, request)
  const before = go.replace('TestAdds', 'TestSum')
  const renamed = before.replace('Sum(1', 'Total(1').replace('TestSum', 'TestTotal')
  const change = (after: string): Texts => ({ 'sum.go': ['1', '2'], 'sum_test.go': [before, after] })

  test('is a renamed test', () => {
    expect(explainedIn(change(renamed), request)).toEqual(['test_rename_explained TestSum'])
  })

  test('is not explained with another name or another value', () => {
    expect(explainedIn(change(renamed.replace('TestTotal', 'TestOther')), request)).toEqual([])
    expect(explainedIn(change(renamed.replace('!= 3', '!= 4')), request)).toEqual([])
    expect(judge(go.replace('TestAdds', 'TestTotal'))).toEqual([])
  })
})

describe('a module that is removed with its file of tests, as requested', () => {
  const request = 'The module ledger.legacy and its tests can go.\n\nRemove ledger.legacy.'
  const tests = (module: string) =>
    `import unittest\n\nfrom ${module} import old_balance\n\n\nclass LegacyTest(unittest.TestCase):\n    def test_sums(self):\n        self.assertEqual(old_balance([1]), 1)\n`
  const change = (module: string, more: Texts = {}): Texts => ({
    'ledger/legacy.py': ['def old_balance(entries):\n    return sum(entries)\n', undefined],
    'tests/test_legacy.py': [tests(module), undefined],
    ...more,
  })

  test('takes its tests with it', () => {
    expect(explainedIn(change('ledger.legacy'), request)).toEqual(['test_removal_explained test_sums'])
  })

  test.each<readonly [string, Texts, string]>([
    ['the tests are of another module', change('ledger.money'), request],
    ['the tests import another module as well', change('ledger.money import add\nfrom ledger.legacy'), request],
    ['the module is still there', { ...change('ledger.legacy'), 'ledger/legacy.py': ['a = 1\n', 'a = 2\n'] }, request],
    ['the request does not name it', change('ledger.legacy'), 'Remove what is unused.'],
  ])('is not explained where %s', (_what, texts, asked) => {
    expect(explainedIn(texts, asked)).toEqual([])
  })
})

describe('tests that move with their subject', () => {
  const request = 'Move fibonacci to src/rabbits.js with its test.'
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

  test('explain their earlier file, and leave no proof', () => {
    expect(explainedIn(moved, request)).toEqual(['test_move_explained sums', 'test_move_explained counts rabbits'])
    expect(isWhole(moved, request)).toBe(false)
  })

  test.each<readonly [string, Texts, string]>([
    ['the request asks for something else', moved, 'Make fibonacci faster.'],
    [
      'a moved test expects otherwise',
      { ...moved, 'test/rabbits.test.js': [undefined, file('fibonacci', 'rabbits', rabbits.replace('55', '54'))] },
      request,
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
      request,
    ],
    [
      'the product keeps the former function, untested',
      { ...moved, 'src/stats.js': [sum + fibonacci, `${sum}${fibonacci}// left\n`] },
      request,
    ],
    [
      'the moved test takes the function from beside the product',
      {
        ...moved,
        'test/rabbits.test.js': [undefined, file('fibonacci', 'rabbits', rabbits).replace('../src/', './')],
      },
      request,
    ],
    [
      'the new file has code of its own',
      {
        ...moved,
        'test/rabbits.test.js': [undefined, file('fibonacci', 'rabbits', 'assert.equal = () => {}', rabbits)],
      },
      request,
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
      request,
    ],
    ['another file of tests is new', { ...moved, 'test/more.test.js': [undefined, js('')] }, request],
  ])('are not explained where %s', (_what, texts, asked) => {
    expect(explainedIn(texts, asked)).toEqual([])
  })
})

describe('a test that becomes rows of one, as requested', () => {
  const file = (body: string) =>
    `import { describe, expect, test } from 'vitest'\nimport { words } from './note.js'\n\ndescribe('words', () => {\n${body}})\n`
  const before = file("  test('counts words', () => {\n    expect(words('one two')).toBe(2)\n  })\n")
  const rows = (assertion: string, first = "'one two', 2") =>
    file(
      `  test.each([\n    [${first}],\n    ['', 0],\n  ])('counts words of “%s”', (text, count) => {\n    ${assertion}\n  })\n`,
    )
  const judge = (after: string) =>
    explainedIn({ 'note.test.js': [before, after] }, 'Use test.each for the test of words, with a second row.')

  test('is explained', () => {
    expect(judge(rows('expect(words(text)).toBe(count)'))).toEqual(['test_rename_explained counts words'])
  })

  test.each([
    ['the row of the test is missing', rows('expect(words(text)).toBe(count)', "'one', 1")],
    ['the assertion accepts more', rows("expect(words(text)).toBeTypeOf('number')")],
    ['the product is not called', rows('expect(count).toBe(count)')],
  ])('is not explained where %s', (_what, after) => {
    expect(judge(after)).toEqual([])
  })
})
