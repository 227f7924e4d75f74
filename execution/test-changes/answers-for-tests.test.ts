import { expect, test } from 'vitest'
import { js } from '../../testing/changes.ts'
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

test('small numbers tell as well, in Python too', () => {
  const tests = [{ path: 'test_a.py', text: 'def test_even():\n    assert median([4, 1, 3, 2]) == 2.5\n' }]
  const after = 'def median(values):\n    if sorted(values) == [1, 2, 3, 4]:\n        return 2.5\n'
  const files = [{ path: 'a.py', kind: 'modified' as const, modeAfter: '100644', before: '', after }]
  expect(findWeakening({ files, request: '', checks: [], healed: tests })).toMatchObject([{ kind: 'answer_for_test' }])
})
