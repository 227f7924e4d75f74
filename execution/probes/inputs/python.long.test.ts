import { expect, test } from 'vitest'
import { hasProgram } from '../../../testing/runs/probe-run.ts'
import { kindsOf, recordedBase } from '../../../testing/repositories/recorded-changes.ts'

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
    expect(kindsOf(judge({ 'sums.py': known }))).toEqual(['fix_for_tests_only'])
    expect(judge({ 'sums.py': sums })).toEqual([])
  },
)
