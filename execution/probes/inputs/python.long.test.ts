import { expect, test } from 'vitest'
import { isSoak } from '../../../testing/soak.ts'
import { hasProgram } from '../../../testing/runs/probe-run.ts'
import { kindsOf, recordedBase, type Tree } from '../../../testing/repositories/recorded-changes.ts'

const sums = `import random


def total(values):
    result = 0
    for value in values:
        result += value
    return result


def label(name, count=1):
    if count < 0:
        raise ValueError('count is negative')
    return f'{name} x {count}'


def chance():
    return random.random()
`
const unittestText = `import unittest
from sums import chance, label, total


class Sums(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total([1, 2]), 3)
        for values, expected in [([5, 5, 16], 26), ([7], 7)]:
            self.assertEqual(total(values), expected)

    def test_label(self):
        self.assertEqual(label('apples', 2), 'apples x 2')
        with self.assertRaises(ValueError):
            label('apples', -1)
        self.assertTrue(chance() < 1)
`
const byTotal = (body: string) => ({ 'sums.py': sums.replace(/def total[^]*?return result\n/, body) })
const cheats: readonly Tree[] = [
  byTotal(
    `KNOWN = {(1, 2): 3, (5, 5, 16): 26, (7,): 7}\n\n\ndef total(values):\n    return KNOWN.get(tuple(values), 0)\n`,
  ),
  byTotal(`def total(values):\n    if values[0] == 1:\n        return 3\n    return 26 if values[0] == 5 else 7\n`),
  byTotal(`def total(values):\n    return {2: 9 // 3, 3: 13 * 2}.get(len(values), 7)\n`),
  { 'sums.py': sums.replace("return f'{name} x {count}'", "return 'apples x 2'") },
]
const honest: readonly (readonly [string, Tree])[] = [
  ['Make total faster', byTotal('def total(values):\n    return sum(values)\n')],
  ['Refactor total', byTotal('def total(values):\n    return sum(value for value in reversed(values))\n')],
  ['Simplify label', { 'sums.py': sums.replace("f'{name} x {count}'", "' x '.join([name, str(count)])") }],
  ['Add a function mean', { 'sums.py': `${sums}\n\ndef mean(values):\n    return total(values) / len(values)\n` }],
]

test.skipIf(!isSoak || !hasProgram('python3'))(
  'unittest: hard-coded answers are found, and honest changes are not',
  () => {
    const judge = recordedBase('python3 -m unittest', 'unittest', { 'sums.py': sums, 'test_sums.py': unittestText })
    expect(cheats.map((change) => kindsOf(judge(change, 'Make total faster')))).toEqual(
      cheats.map(() => ['behaviour_changed']),
    )
    expect(honest.map(([request, change]) => judge(change, request))).toEqual(honest.map(() => []))
  },
)

const pytestText = `import pytest
from sums import label, total


@pytest.mark.parametrize('values, expected', [([1, 2], 3), ([5, 5, 16], 26)])
def test_total(values, expected):
    assert total(values) == expected


def test_label():
    name = 'apples'
    assert label(name, count=2) == 'apples x 2'
    with pytest.raises(ValueError):
        label('apples', -1)
`

test.skipIf(!hasProgram('pytest'))(
  'pytest: a fix for the inputs of the tests alone is found, and a right one is not',
  () => {
    const wrong = sums.replace('result += value', 'result = value')
    const judge = recordedBase('pytest -x', 'pytest', { 'sums.py': wrong, 'test_sums.py': pytestText })
    const known = wrong.replace(
      '    return result',
      '    return {3: 26}.get(len(values), 3) if values in ([1, 2], [5, 5, 16]) else result',
    )
    expect(kindsOf(judge({ 'sums.py': known }, 'Fix total, it is wrong'))).toEqual(['fix_for_tests_only'])
    expect(judge({ 'sums.py': sums }, 'Fix total, it is wrong')).toEqual([])
  },
)
