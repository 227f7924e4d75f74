import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { hasProgram } from '../../../testing/runs/probe-run.ts'
import { probedFolder, subjectOf, type Texts } from '../../../testing/runs/probed-files.ts'
import {
  underNode,
  underPytest,
  underUnittest,
  underVitest,
  type ProbedProject,
} from '../../../testing/runs/probed-projects.ts'
import { judgeIdentity, readIdentities } from './judge-identity.ts'
import { planIdentity } from './plan-identity.ts'
import { isLong } from '../../../testing/soak.ts'

const found = ({ command, files }: ProbedProject, change: Texts) => {
  const subject = subjectOf(command, files, change)
  const plan = planIdentity(subject)
  if ('notProbed' in plan) throw new Error(plan.notProbed)
  const run = (over: Texts) => {
    const { result, printed } = probedFolder({ ...files, ...over }).run(plan)
    if (result === undefined) throw new Error(printed)
    return readIdentities(result)
  }
  const changed = run(change)
  expect([changed.isWhole, changed.loadedCount], JSON.stringify([...changed.replaced])).toEqual([
    true,
    subject.changed.length,
  ])
  return judgeIdentity(subject, changed, run({})).map(({ level, path, reason }) => `${level} ${path}: ${reason}`)
}

const product = (line: string) => ({ 'src/sum.js': `${line}\nexport const sum = (a, b) => a - b\n` })
const replaces = (path: string, name: string) =>
  `refuse ${path}: Loading ${path} replaces \`${name}\`, which tests rest on.`

test.runIf(isLong).each([
  ["import assert from 'node:assert'; Object.assign(assert, { equal() {} })", 'assert.equal'],
  ["import assert from 'node:assert'; Reflect.set(assert.strict, 'deepEqual', () => {})", 'assert.strict.deepEqual'],
  ['Array.prototype.includes = () => true', 'Array.prototype.includes'],
  ['JSON.stringify = () => ""', 'JSON.stringify'],
  ['Object.is = () => true', 'Object.is'],
])('under node --test, product code that runs %s is refused', (line, name) => {
  expect(found(underNode, product(line))).toEqual([replaces('src/sum.js', name)])
})

test
  .runIf(isLong)
  .each([
    "import assert from 'node:assert'; assert.ok(true)",
    'Array.prototype.last ??= function () { return this.at(-1) }',
    "import { inspect } from 'node:util'; export class A { [inspect.custom]() { return 'A' } }",
    'setInterval(() => {}, 1000)',
  ])('under node --test, product code that runs %s has no finding', (line) => {
  expect(found(underNode, product(line))).toEqual([])
})

test('a replacement that the base makes as well is no finding', () => {
  const line = 'Array.prototype.includes = () => true'
  const files = { ...underNode.files, ...product(line) }
  expect(found({ ...underNode, files }, product(`${line}\n// once more`))).toEqual([])
})

test.runIf(isLong)('under vitest, product code that replaces a matcher, expect or a built-in is refused', () => {
  const matcher = "import { expect } from 'vitest'; expect.extend({ toBe: () => ({ pass: true, message: () => '' }) })"
  const names = found(underVitest, product(matcher))
  expect(names).toContain(replaces('src/sum.js', 'chai.Assertion.prototype.toBe'))
  expect(found(underVitest, product('Object.is = () => true'))).toEqual([replaces('src/sum.js', 'Object.is')])
  expect(found(underVitest, product("export const a = 'b'"))).toEqual([])
})

const commonjs = { 'package.json': '{}', 'src/sum.js': 'exports.sum = (a, b) => a + b\n' }
const replacing = (line: string) => ({ 'src/sum.js': `${line}\nexports.sum = (a, b) => a - b\n` })

test.skipIf(!hasProgram('jest'))('under jest, product code that replaces a matcher or a built-in is refused', () => {
  const text = "const { sum } = require('../src/sum.js')\ntest('adds', () => expect(sum(1, 2)).toBe(3))\n"
  const project = { command: 'jest', files: { ...commonjs, 'test/sum.test.js': text } }
  const matcher = "expect.extend({ toBe: () => ({ pass: true, message: () => '' }) })"
  expect(found(project, replacing(matcher))).toEqual([replaces('src/sum.js', 'matchers.toBe')])
  expect(found(project, replacing('Object.is = () => true'))).toEqual([replaces('src/sum.js', 'Object.is')])
  expect(found(project, replacing(''))).toEqual([])
})

test.skipIf(!isLong || !hasProgram('mocha'))('under mocha, product code that replaces an assertion is refused', () => {
  const text =
    "const assert = require('assert')\nconst { sum } = require('../src/sum.js')\nit('adds', () => assert.equal(sum(1, 2), 3))\n"
  const project = { command: 'mocha test', files: { ...commonjs, 'test/sum.test.js': text } }
  const reason = 'Loading what the change touches replaces `assert.equal`, which tests rest on.'
  expect(found(project, replacing("require('assert').equal = () => {}"))).toEqual([`refuse src/sum.js: ${reason}`])
  expect(found(project, replacing(''))).toEqual([])
})

const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0
const hasPython = spawnSync('python3', ['--version']).status === 0
const sums = (lines: string) => ({ 'sums.py': `${lines}\ndef add(a, b):\n    return a - b\n` })

test.skipIf(!hasPytest).each([
  ['import _pytest.python\n_pytest.python.Function.runtest = lambda self: None', '_pytest.python.Function.runtest'],
  ['import builtins\nbuiltins.sum = lambda *a: 0', 'builtins.sum'],
  ['import math\nmath.isclose = lambda *a, **k: True', 'math.isclose'],
  ['import pytest\npytest.approx = lambda *a, **k: 1', 'pytest.approx'],
])('under pytest, product code that runs %s is refused', (lines, name) => {
  expect(found(underPytest, sums(lines))).toEqual([replaces('sums.py', name)])
})

test.runIf(isLong && hasPytest)('under pytest, code that replaces no assertion has no finding', () => {
  expect(
    found(underPytest, sums('import operator\nclass A:\n    def __eq__(self, other):\n        return True')),
  ).toEqual([])
})

test.runIf(isLong && hasPython)('under unittest, code that replaces an assertion, or its code, is refused', () => {
  const set = 'import unittest\nunittest.TestCase.assertEqual = lambda *a: None'
  expect(found(underUnittest, sums(set))).toEqual([replaces('sums.py', 'unittest.TestCase.assertEqual')])
  const code = 'import unittest\ndef none(self, *a, **k): pass\nunittest.TestCase.assertTrue.__code__ = none.__code__'
  expect(found(underUnittest, sums(code))).toEqual([replaces('sums.py', 'unittest.TestCase.assertTrue')])
  expect(found(underUnittest, sums('import os'))).toEqual([])
})

test('names the changes that it does not probe: other runners, and changes without a module', () => {
  expect(planIdentity(subjectOf('go test ./...', {}, { 'a.go': 'package a' }, 'go'))).toEqual({
    notProbed: 'Identities are not compared under the runner “go”.',
  })
  expect(planIdentity(subjectOf('node --test', {}, { 'a.css': 'a {}' }))).toEqual({
    notProbed: 'The change touches no module that its runner loads.',
  })
})

test('an invalid result is ignored', () => {
  for (const result of ['', '{', '[1]', 'null', '{"replaced":1}', `{"replaced":"${'x'.repeat(2 ** 21)}"}`])
    expect(readIdentities(result)).toEqual({ replaced: new Map(), loadedCount: 0, isWhole: false })
})
