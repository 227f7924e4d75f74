import type { Texts } from './probed-files.ts'

/** A library of one function with a test of it, and the command that runs the test. */
export interface ProbedProject {
  readonly command: string
  readonly files: Texts
}

const source = 'export const sum = (a, b) => a + b\n'
const nodeTest = `import test from 'node:test'
import assert from 'node:assert'
import { sum } from '../src/sum.js'
test('adds', () => assert.equal(sum(1, 2), 3))
`
const vitestTest = `import { expect, test } from 'vitest'
import { sum } from '../src/sum.js'
test('adds', () => expect(sum(1, 2)).toBe(3))
`
const unittestTest = `import unittest
from sums import add
class T(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(add(1, 2), 3)
`
const pythonSource = 'def add(a, b):\n    return a + b\n'
const files = (test: string): Texts => ({
  'package.json': '{"type":"module"}',
  'src/sum.js': source,
  'test/sum.test.js': test,
})

export const underNode: ProbedProject = { command: 'node --test', files: files(nodeTest) }
export const underVitest: ProbedProject = { command: 'vitest run', files: files(vitestTest) }
export const underPytest: ProbedProject = {
  command: 'python3 -m pytest -q',
  files: {
    'sums.py': pythonSource,
    'test_sums.py': 'from sums import add\ndef test_adds():\n    assert add(1, 2) == 3\n',
  },
}
export const underUnittest: ProbedProject = {
  command: 'python3 -m unittest',
  files: { 'sums.py': pythonSource, 'test_sums.py': unittestTest },
}
