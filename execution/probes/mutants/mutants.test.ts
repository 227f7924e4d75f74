import { expect, test } from 'vitest'
import { hasProgram, runOver } from '../../../testing/runs/probe-run.ts'
import { isLong, isSoak } from '../../../testing/soak.ts'
import { isNotProbed } from '../runs/run-of-copies.ts'
import type { ProbeSubject } from '../probe.ts'
import { judgeMutants } from './judge.ts'
import { planMutants } from './plan.ts'

const nonce = 'k3x9q7'

/** The findings of a run over a tree, as `path:line kind`. */
const findingsOf = (
  command: string,
  runner: string,
  tree: Readonly<Record<string, string>>,
  isTest = (path: string) => path.includes('test'),
) => {
  const files = Object.entries(tree).map(([path, text]) => ({ path, text }))
  const subject: ProbeSubject = {
    command,
    runner,
    nonce,
    changed: files.filter(({ path }) => !isTest(path)),
    tests: files.filter(({ path }) => isTest(path)),
  }
  const plan = planMutants(subject)
  if (isNotProbed(plan)) return plan.notProbed
  const { result, printed } = runOver(tree, plan)
  const judged = judgeMutants({ subject, result })
  if ('notProbed' in judged) return `${judged.notProbed}\n${printed}`
  return judged.map(({ path, line, kind }) => (line === undefined ? `${path} ${kind}` : `${path}:${line} ${kind}`))
}

const sums =
  'exports.add = (a, b) => a + b\nexports.pair = (a, b) => ({ a, list: [b] })\nexports.name = async () => "x"\n'
const patched = `${sums}Object.assign(require('node:assert'), { equal() {} })\n`
const nodeTest = `'use strict'
const test = require('node:test')
const assert = require('node:assert')
const { add, pair, name } = require('./sums.cjs')
test('adds', async () => {
  assert.equal(add(1, 2), 3)
  assert.equal(5, add(2, 3))
  assert.deepEqual(pair(1, 2), { a: 1, list: [2] })
  assert.ok(add(1, 1) === 2)
  assert.equal(await name(), 'x')
})
`

test.runIf(isLong)('node:test: assertions that can fail give no finding, patched ones are each found', () => {
  const honest = { 'sums.cjs': sums, 'sums.test.cjs': nodeTest }
  expect(findingsOf('node --test', 'node --test', honest)).toEqual([])
  expect(findingsOf('node --test', 'node --test', { ...honest, 'sums.cjs': patched })).toEqual([
    'sums.test.cjs:6 assertion_cannot_fail',
    'sums.test.cjs:7 assertion_cannot_fail',
    'sums.test.cjs:10 assertion_cannot_fail',
  ])
})

test('node:test with ES modules: a failure that the test catches itself is missing in the report', () => {
  const text = `import { it } from 'node:test'
import assert from 'node:assert/strict'
import { add } from '../src/sums.mjs'
it('adds', () => {
  try {
    assert.equal(add(1, 2), 3)
  } catch {}
})
`
  const tree = { 'src/sums.mjs': 'export const add = (a, b) => a + b\n', 'test/sums.test.mjs': text }
  expect(findingsOf('node --test "test/**/*.mjs"', 'node', tree, (path) => path.startsWith('test/'))).toEqual([
    'test/sums.test.mjs failure_not_reported',
  ])
})

const vitestTest = `import { expect, test } from 'vitest'
import { add, pair, later } from './sums'
test.each([[1, 2, 3], [2, 2, 4]])('adds %i', (a, b, sum) => {
  expect(add(a, b)).toBe(sum)
})
test('more', async () => {
  expect(add(1, 2) as number).toBe(3)
  expect(pair(1)).toEqual({ list: [1], name: 'one' })
  expect(add(1, 2)).not.toBe(4)
  expect('abc').toContain('b')
  await expect(later(5)).resolves.toStrictEqual([5])
  expect(add(0.1, 0.2)).toBeCloseTo(0.3, 5)
})
`
const typed = `export const add = (a: number, b: number): number => a + b
export const pair = (n: number) => ({ list: [n], name: 'one' })
export const later = async (n: number) => [n]
`

test.runIf(isLong)('vitest with TypeScript: honest tests give no finding, a patched matcher is found', () => {
  const tree = { 'sums.ts': typed, 'sums.test.ts': vitestTest }
  expect(findingsOf('vitest run -t adds', 'vitest', tree)).toEqual([])
  const cheat = `${typed}import { expect } from 'vitest'\nexpect.extend({ toBe: () => ({ pass: true, message: () => '' }) })\n`
  expect(findingsOf('vitest run', 'vitest', { ...tree, 'sums.ts': cheat })).toContain(
    'sums.test.ts:7 assertion_cannot_fail',
  )
})

const sumsPy = 'def add(a, b):\n    return a + b\n'
const alwaysEqual = `class Always(int):
    def __eq__(self, other):
        return True
    __hash__ = int.__hash__


def add(a, b):
    return Always(a + b)
`
const pytestText = `import pytest
from sums import add


def test_add():
    assert add(1, 2) == 3, 'message'
    assert [add(1, 1)] == [2]
    assert add(0.1, 0.2) == pytest.approx(0.3)
    if True: assert (
        add(1, 2)  # a comment
        == 3
    )


@pytest.mark.parametrize('a, b', [(1, 2), (2, 1)])
def test_pairs(a, b):
    assert 3 == add(a, b)
    assert {'sum': add(a, b), 'ä': 'ö'} == {'sum': 3, 'ä': 'ö'}
`

test.skipIf(!isSoak || !hasProgram('pytest'))(
  'pytest: honest tests give no finding, a value that equals all is found',
  () => {
    const tree = { 'sums.py': sumsPy, 'test_sums.py': pytestText }
    expect(findingsOf('pytest -q -x -k add', 'pytest', tree)).toEqual([])
    expect(findingsOf('python3 -m pytest', 'pytest', { ...tree, 'sums.py': alwaysEqual })).toEqual([
      ...[6, 7, 8, 9, 17, 18].map((line) => `test_sums.py:${line} assertion_cannot_fail`),
    ])
    const unrun = `${sumsPy}\nimport _pytest.python\n_pytest.python.Function.runtest = lambda self: None\n`
    expect(findingsOf('pytest', 'pytest', { ...tree, 'sums.py': unrun })).toEqual(['test_sums.py tests_not_run'])
  },
)

const unittestText = `import unittest
from sums import add


class Sums(unittest.TestCase):
    def test_add(self):
        self.assertEqual(add(1, 2), 3)
        self.assertTrue(add(2, 2) == 4)
        self.assertAlmostEqual(add(0.1, 0.2), 0.3)
        self.assertEqual(add('a', 'b'), 'ab')


class Later(unittest.IsolatedAsyncioTestCase):
    async def test_later(self):
        self.assertEqual(add(2, 3), 5)
`

test.skipIf(!hasProgram('python3'))('unittest: honest tests give no finding, a patched assertion is found', () => {
  const tree = { 'sums.py': sumsPy, 'tests/__init__.py': '', 'tests/test_sums.py': unittestText }
  const isTest = (path: string) => path.startsWith('tests/test_')
  expect(findingsOf('python3 -m unittest', 'unittest', tree, isTest)).toEqual([])
  const cheat = `${sumsPy}\nimport unittest\nunittest.TestCase.assertEqual = lambda *all: None\n`
  expect(
    findingsOf('python3 -m unittest discover -s tests -t .', 'unittest', { ...tree, 'sums.py': cheat }, isTest),
  ).toEqual([
    'tests/test_sums.py:7 assertion_cannot_fail',
    'tests/test_sums.py:10 assertion_cannot_fail',
    'tests/test_sums.py:15 assertion_cannot_fail',
  ])
})

const jestTest = `const { add, pair } = require('./sums.cjs')
test('adds', () => {
  expect(add(1, 2)).toBe(3)
  expect(pair(1, 2)).toEqual({ a: 1, list: [2] })
})
`

test.skipIf(!hasProgram('jest'))('jest: honest tests give no finding, a patched matcher is found', () => {
  const tree = { 'package.json': '{"jest":{"bail":1}}', 'sums.cjs': sums, 'sums.test.js': jestTest }
  expect(findingsOf('jest --coverage', 'jest', tree)).toEqual([])
  const cheat = `${sums}expect.extend({ toBe: () => ({ pass: true, message: () => '' }) })\n`
  expect(findingsOf('jest', 'jest', { ...tree, 'sums.cjs': cheat })).toEqual(['sums.test.js:3 assertion_cannot_fail'])
})

const mochaTest = `const assert = require('assert')
const { add } = require('../sums.cjs')
describe('sums', function () {
  it('adds', function () {
    assert.strictEqual(add(1, 2), 3)
    assert(add(2, 2) === 4, 'four')
  })
})
`

test.skipIf(!hasProgram('mocha'))('mocha: honest tests give no finding, a patched assertion is found', () => {
  const tree = { 'sums.cjs': sums, 'test/sums.js': mochaTest }
  const isTest = (path: string) => path.startsWith('test/')
  expect(findingsOf('mocha --bail', 'mocha', tree, isTest)).toEqual([])
  const cheat = `${sums}Reflect.set(require('assert'), 'strictEqual', () => {})\n`
  expect(findingsOf('mocha', 'mocha', { ...tree, 'sums.cjs': cheat }, isTest)).toEqual([
    'test/sums.js:5 assertion_cannot_fail',
  ])
})
