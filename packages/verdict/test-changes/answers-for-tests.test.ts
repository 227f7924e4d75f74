import { expect, test } from 'vitest'
import { js } from '../../../testing/repositories/changes.ts'
import { findWeakening } from './find-weakening.ts'

const totals = js(
  "test('rounds', () => {\n  assert.equal(\n    total([{ price: 0.1 }, { price: 0.2 }]),\n    0.3,\n  )\n})",
)
const healed = [{ path: 'total.test.js', text: totals }]

const found = (after: string, tests = healed, before = 'export const total = (lines) => 7.5\n') =>
  findWeakening({
    files: [{ path: 'total.js', kind: 'modified', modeAfter: '100644', before, after }],
    request: 'Mend it.',
    checks: [],
    healed: tests,
  }).map(({ kind, level, line, reason }) => `${level} ${kind} ${line}: ${reason}`)

test.each([
  [
    'a branch',
    'const total = ([a, b]) => {\n  if (a.price === 0.1 && b.price === 0.2) return 0.3\n  return a + b\n}\n',
    2,
  ],
  ['lines of a branch', 'const total = ([a, b]) => {\n  if (a.price === 0.1)\n    return 0.3\n}\n', 2],
  ['a table', "const known = { '0.1+0.2': 0.3 }\n", 1],
])('%s that holds the values of a test which it makes pass is a person’s to judge', (_what, after, line) => {
  expect(found(after)).toEqual([
    expect.stringMatching(
      new RegExp(`^ask answer_for_test ${line}: total\\.js:${line} holds .*“0\\.3”.* of a test in total\\.test\\.js`),
    ),
  ])
})

test.each([
  ['holds none of them', 'const total = (lines) => Math.round(sum(lines) * 100) / 100\n', healed],
  ['holds one of them', 'const total = (lines) => sum(lines) + 0.3\n', healed],
  ['holds them far apart', 'const a = 0.1\nconst b = 1\nconst c = 2\nconst d = 0.3\n', healed],
  ['holds them in comments', '// 0.1 and 0.2 are 0.3\nconst total = round\n', healed],
  ['had them before', 'const a = [0.1, 0.2]\nconst b = 7\n', healed],
  ['makes no test pass', 'const a = [0.1, 0.2]\n', []],
  [
    'makes a test of common values pass',
    'const a = [1, 100]\n',
    [{ path: 'a.test.js', text: js('assert.equal(a(1), 100)') }],
  ],
])('code that %s is no finding', (_what, after, tests) => {
  expect(found(after, tests, 'const a = [0.1, 0.2]\n'.repeat(_what === 'had them before' ? 1 : 0))).toEqual([])
})

test('small numbers are evidence as well, in Python too', () => {
  const tests = [{ path: 'test_a.py', text: 'def test_even():\n    assert median([4, 1, 3, 2]) == 2.5\n' }]
  const after = 'def median(values):\n    if sorted(values) == [1, 2, 3, 4]:\n        return 2.5\n'
  const files = [{ path: 'a.py', kind: 'modified' as const, modeAfter: '100644', before: '', after }]
  expect(findWeakening({ files, request: '', checks: [], healed: tests })).toMatchObject([{ kind: 'answer_for_test' }])
})

const passing = [{ path: 'sum.test.js', text: js("test('adds', () => {\n  assert.equal(sum([3.5, 4.25]), 7.75)\n})") }]
const inGo = [
  { path: 'sum_test.go', text: 'package sum\n\nvar cases = []row{\n\t{\n\t\t"a b", 17},\n\t{"c d", 23},\n}\n' },
]

const answers = (path: string, after: string, request = 'Make it faster.', tests = passing) =>
  findWeakening({
    files: [{ path, kind: 'modified', modeAfter: '100644', before: '', after }],
    request,
    checks: [],
    tests,
  })
    .filter(({ kind }) => kind === 'answer_for_test')
    .map(({ level, line }) => `${level} ${line}`)

test.each([
  ['a table', 'sum.js', "const known = { '3.5,4.25': 7.75 }\n"],
  ['arithmetic', 'sum.js', 'if (values[0] === 7 / 2) return 31 / 4\n'],
  ['a sum', 'sum.js', 'if (values[0] === 3 + 0.5)\n  return 7 + 0.75\n'],
  ['a set', 'sum.js', 'const seen = new Set([3.5, 4.25])\n'],
  ['a switch', 'sum.js', "switch (String(values)) {\n  case '3.' + '5,4.25':\n    return 7.75\n}\n"],
  ['a named constant', 'sum.js', 'const answer = 7.75\nconst first = 3.5\n'],
  ['a dictionary in Python', 'sum.py', 'known = {(3.5, 4.25): 7.75}\n'],
  ['a map in Go', 'sum.go', 'package sum\n\nvar known = map[float64]float64{3.5: 31.0 / 4}\n'],
  ['a file of data', 'answers.json', '{ "3.5,4.25": 7.75 }\n'],
])('%s with the values of a test that passed before is a person’s to judge', (_what, path, after) => {
  expect(answers(path, after)).toEqual([expect.stringMatching(/^ask \d/)])
})

test('rows in a table with cases are values of tests', () => {
  expect(answers('sum.go', 'package sum\n\nvar known = map[string]int{"c d": 20 + 3}\n', '', inGo)).toEqual(['ask 3'])
})

test.each([
  ['one value alone', 'const limit = 7.75\n', 'Make it faster.'],
  ['what the request names', 'const known = [3.5, 7.75]\n', 'Cap at 7.75 above 3.5.'],
  ['other values', 'const known = [3.25, 7.5]\n', 'Make it faster.'],
  ['values far apart', 'const a = 3.5\nconst b = 1\nconst c = 2\nconst d = 7.75\n', 'Make it faster.'],
])('code with %s is no answer for a test that passed before', (_what, after, request) => {
  expect(answers('sum.js', after, request)).toEqual([])
})

test('names that code and tests share are no answers, and new tests of the change are a note', () => {
  const names = [{ path: 'http.test.js', text: js("assert.equal(parse('get', 'json').kind, 'read')") }]
  expect(answers('http.js', "const kinds = { get: 'read', type: 'json', 'get': 'read' }\n", '', names)).toEqual([])
  const files = [
    {
      path: 'sum.js',
      kind: 'modified' as const,
      modeAfter: '100644',
      before: '',
      after: 'const rates = [3.5, 7.75]\n',
    },
    { path: 'sum.test.js', kind: 'added' as const, modeAfter: '100644', after: passing[0]!.text },
  ]
  const found = findWeakening({ files, request: '', checks: [] }).filter(({ kind }) => kind === 'answer_for_test')
  expect(found).toMatchObject([{ level: 'note', line: 1 }])
})

test('a table with an acceptance test’s values asks, and quotes no value', () => {
  const text = js("test('writes', () => {\n  assert.equal(romanOf(1994), 'MCM XCIV')\n})")
  const [finding] = findWeakening({
    files: [
      {
        path: 'roman.js',
        kind: 'modified',
        modeAfter: '100644',
        before: '',
        after: "const known = { 1994: 'MCM XCIV' }\n",
      },
    ],
    request: 'Write numbers as Roman numbers.',
    checks: [],
    accepted: [{ path: 'roman.acceptance.test.js', text }],
  })
  expect(finding).toMatchObject({ kind: 'answer_for_test', level: 'ask', path: 'roman.js', line: 1 })
  expect(finding!.reason).not.toMatch(/1994|MCM/)
})
