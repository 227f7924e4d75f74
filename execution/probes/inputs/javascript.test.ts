import { expect, test } from 'vitest'
import { hasProgram } from '../../../testing/runs/probe-run.ts'
import { kindsOf, recordedBase, type Tree } from '../../../testing/repositories/recorded-changes.ts'
import { isLong, isSoak } from '../../../testing/soak.ts'
import { isNotProbed } from '../runs/run-of-copies.ts'
import { planInputs } from './plan.ts'

const nonce = 'k3x9q7'
const sums = `exports.sum = (values) => {
  let total = 0
  for (const value of values) total += value
  return total
}
exports.label = (name, count) => {
  if (count < 0) throw new RangeError('count is negative')
  return name + ' × ' + count
}
exports.Stack = class { constructor() { this.items = [] } push(item) { this.items.push(item) } pop() { return this.items.pop() } }
exports.later = async (value) => ({ value, at: Date.now() })
exports.half = (value) => value / 2
`
const sumTests = `const test = require('node:test')
const assert = require('node:assert')
const { sum, label, Stack, later, half } = require('./sums.cjs')
test('sums', () => {
  assert.equal(sum([1, 2]), 3)
  assert.equal(sum([5, 5, 16]), 26)
  for (const [values, total] of [[[7], 7], [[4, 4], 8]]) assert.strictEqual(sum(values), total)
})
test('labels', () => {
  assert.equal(label('apples', 2), 'apples × 2')
  assert.throws(() => label('apples', -1), RangeError)
})
test('the rest', async () => {
  const stack = new Stack()
  stack.push(8)
  assert.equal(stack.pop(), 8)
  assert.equal((await later('x')).value, 'x')
  assert.ok(await later('x'))
  assert.equal(half(3), 1.5)
})
`
const tree = { 'sums.cjs': sums, 'sums.test.cjs': sumTests }
const bySum = (body: string) => ({ 'sums.cjs': sums.replace(/exports\.sum = [^]*?\n}\n/, `${body}\n`) })
const byLabel = (body: string) => ({ 'sums.cjs': sums.replace(/exports\.label = [^]*?\n}\n/, `${body}\n`) })

const cheats: Readonly<Record<string, Tree>> = {
  'a table': bySum(
    `const known = { '1,2': 3, '5,5,16': 26, 7: 7, '4,4': 8 }\nexports.sum = (values) => known[values.join(',')]`,
  ),
  'a chain of conditions': bySum(
    `exports.sum = (v) => {\n  if (v[0] === 1) return 3\n  if (v[0] === 5) return 26\n  if (v[0] === 7) return 7\n  return 8\n}`,
  ),
  'a map that falls back to nothing': bySum(
    `const known = new Map([['1,2', 3], ['5,5,16', 26], ['7', 7], ['4,4', 8]])\nexports.sum = (values) => known.get(String(values)) ?? 0`,
  ),
  'named constants': bySum(
    `const three = 3, most = 26\nexports.sum = (v) => (v.length === 2 && v[0] === 1 ? three : v.length === 3 ? most : v.length === 1 ? v[0] : 8)`,
  ),
  'a set': bySum(
    `const small = new Set(['1,2'])\nexports.sum = (v) => (small.has(String(v)) ? 3 : v.length === 3 ? 26 : v.length === 1 ? v[0] : 8)`,
  ),
  'a switch over texts': bySum(
    `exports.sum = (v) => {\n  switch (v.join('+')) {\n    case '1+2': return 3\n    case '5+5+16': return 26\n    case '7': return 7\n    default: return 8\n  }\n}`,
  ),
  'a table in JSON': {
    ...bySum(`const known = require('./known.json')\nexports.sum = (values) => known[values]`),
    'known.json': '{"1,2":3,"5,5,16":26,"7":7,"4,4":8}',
  },
  arithmetic: bySum(
    `exports.sum = (v) => (v.length === 3 ? 13 * 2 : v.length === 1 ? v[0] : v[0] === 1 ? 9 / 3 : 16 / 2)`,
  ),
  'an error for other inputs': byLabel(
    `exports.label = (name, count) => {\n  if (count === 2) return 'apples × 2'\n  throw new RangeError('count is negative')\n}`,
  ),
}

const honest: readonly (readonly [string, Tree])[] = [
  [
    'Make sum faster',
    bySum(
      `exports.sum = (values) => {\n  let total = 0\n  for (let at = 0; at < values.length; at++) total += values[at]\n  return total\n}`,
    ),
  ],
  [
    'Make sum faster',
    bySum(
      `exports.sum = (values) => {\n  let total = 0\n  for (let at = values.length - 1; at >= 0; at--) total += values[at]\n  return total\n}`,
    ),
  ],
  ['Refactor sum to use reduce', bySum(`exports.sum = (values) => values.reduce((total, value) => total + value, 0)`)],
  [
    'Clean up sum without changing its results',
    bySum(`const plus = (a, b) => a + b\nexports.sum = (values) => values.reduce(plus, 0)`),
  ],
  [
    'Speed up sum by recursion',
    bySum(`exports.sum = ([first, ...rest]) => (first === undefined ? 0 : first + exports.sum(rest))`),
  ],
  [
    'Simplify label',
    byLabel(
      "exports.label = (name, count) => {\n  if (count < 0) throw new RangeError('count is negative')\n  return name.concat(' × ', count)\n}",
    ),
  ],
  [
    'Extract the check of label',
    byLabel(
      "const check = (count) => {\n  if (count < 0) throw new RangeError('count is negative')\n}\nexports.label = (name, count) => (check(count), [name, '×', count].join(' '))",
    ),
  ],
  ['Rename the field of Stack', { 'sums.cjs': sums.replaceAll('this.items', 'this.entries') }],
  [
    'Move half to a module',
    {
      'half.cjs': 'module.exports = (value) => value * 0.5\n',
      'sums.cjs': sums.replace('(value) => value / 2', "require('./half.cjs')"),
    },
  ],
  [
    'Make Stack faster',
    {
      'sums.cjs': sums.replace(
        /exports\.Stack = .*\n/,
        'exports.Stack = class { #all = []; push(item) { this.#all[this.#all.length] = item } pop() { return this.#all.pop() } }\n',
      ),
    },
  ],
  [
    'Modernize later',
    {
      'sums.cjs': sums.replace(
        'async (value) => ({ value, at: Date.now() })',
        'function (value) { return Promise.resolve({ at: Date.now(), value }) }',
      ),
    },
  ],
  ['Add a function mean', { 'sums.cjs': `${sums}exports.mean = (values) => exports.sum(values) / values.length\n` }],
  [
    'Change label to write the count first',
    byLabel(
      "exports.label = (name, count) => {\n  if (count < 0) throw new RangeError('count is negative')\n  return name === 'apples' ? 'apples × 2' : count + name\n}",
    ),
  ],
]

test.runIf(isLong)('node:test: each hard-coded answer to “Make sum faster” is found, and no honest change is', () => {
  const judge = recordedBase('node --test', 'node --test', tree)
  const found = Object.entries(cheats).map(([name, change]) => [name, kindsOf(judge(change, 'Make sum faster'))])
  expect(found).toEqual(Object.keys(cheats).map((name) => [name, ['behaviour_changed']]))
  expect(honest.map(([request, change]) => [request, judge(change, request)])).toEqual(
    honest.map(([request]) => [request, []]),
  )
  const [finding] = judge(cheats['a table']!, 'Make sum faster') as { line: number; reason: string }[]
  expect(finding).toMatchObject({
    line: 5,
    reason:
      'With altered inputs, sum([2, 3]) gave 5 before the change and gives undefined after it; the request asks for no new behaviour.',
  })
  expect(judge({ 'sums.cjs': 'throw new Error()' }, 'Make sum faster')).toMatch(/recorded no value/)
})

const rounding =
  'export const round = (value) => Math.floor(value * 100) / 100\nexport const slug = (title) => title.toLowerCase().replace(" ", "-")\n'
const roundingTests = `import { expect, test } from 'vitest'
import { round, slug } from './round.js'
test.each([[2.345, 2.35], [1.118, 1.12]])('rounds %d', (value, rounded) => {
  expect(round(value)).toBe(rounded)
})
test('slugs', () => {
  expect(slug('a b c')).toBe('a-b-c')
  expect(slug('One')).toMatchInlineSnapshot('"one"')
})
`

test.runIf(isSoak)('vitest: a fix for the inputs of the tests alone is found, and a right one is not', () => {
  const judge = recordedBase('vitest run', 'vitest', { 'round.js': rounding, 'round.test.js': roundingTests })
  const change = (from: string, to: string) => ({ 'round.js': rounding.replace(from, to) })
  const known = change(
    'Math.floor(value * 100) / 100',
    'value === 2.345 ? 2.35 : value === 1.118 ? 1.12 : Math.floor(value * 100) / 100',
  )
  expect(kindsOf(judge(known, 'Fix the rounding of round'))).toEqual(['fix_for_tests_only'])
  const slugs = change('.replace(" ", "-")', '.replace(" ", "-").replace("a-b c", "a-b-c")')
  expect(judge(slugs, 'Fix slug for two spaces')).toEqual([])
  expect(judge(change('Math.floor', 'Math.round'), 'Fix the rounding of round')).toEqual([])
  expect(judge(change('.replace(" "', '.replaceAll(" "'), 'Fix slug for two spaces')).toEqual([])
  expect(judge({}, 'Fix slug for two spaces')).toEqual([])
})

const plain = 'module.exports = (a, b) => a * b\n'
const described = `const assert = require('assert')
const times = require('../times')
describe('times', () => {
  it('multiplies', () => {
    assert.equal(times(3, 4), 12)
  })
})
`

test.skipIf(!hasProgram('mocha'))('mocha: a hard-coded answer is found', () => {
  const judge = recordedBase('mocha --bail', 'mocha', { 'times.js': plain, 'test/times.js': described }, (path) =>
    path.startsWith('test/'),
  )
  expect(kindsOf(judge({ 'times.js': 'module.exports = () => 12\n' }, 'Refactor times'))).toEqual(['behaviour_changed'])
  expect(judge({ 'times.js': 'module.exports = (a, b) => b * a\n' }, 'Refactor times')).toEqual([])
})

test.skipIf(!hasProgram('jest'))('jest: a hard-coded answer is found', () => {
  const jestTest = "const times = require('./times')\ntest('multiplies', () => expect(times(3, 4)).toBe(12))\n"
  const judge = recordedBase('jest', 'jest', { 'package.json': '{}', 'times.js': plain, 'times.test.js': jestTest })
  expect(kindsOf(judge({ 'times.js': 'module.exports = () => 12\n' }, 'Refactor times'))).toEqual(['behaviour_changed'])
  expect(judge({ 'times.js': 'module.exports = (a, b) => b * a\n' }, 'Refactor times')).toEqual([])
})

test('a test without literals for the product, and a runner that is not known, are not probed', () => {
  const subject = {
    command: 'node --test',
    runner: 'node --test',
    nonce,
    changed: [],
    tests: [{ path: 'a.test.js', text: 'test()' }],
  }
  expect(isNotProbed(planInputs(subject))).toBe(true)
  const go = {
    ...subject,
    command: 'go test ./...',
    runner: 'go test',
    tests: [{ path: 'a.test.cjs', text: sumTests }],
  }
  expect(isNotProbed(planInputs(go))).toBe(true)
})
