import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstFailingTest } from './failing-test.ts'

test.each([
  ['TAP', 'ok 1 - adds\nnot ok 2 - an empty order costs nothing\n  ---', 'an empty order costs nothing'],
  ['node', '✔ adds (0.4ms)\n✖ an empty order costs nothing (1.2ms)', 'an empty order costs nothing'],
  ['node, with a heading', '✖ failing tests:\n\n✖ adds (1.2ms)', 'adds'],
  ['vitest', ' FAIL  src/cart.test.ts > cart > is empty', 'src/cart.test.ts > cart > is empty'],
  ['jest', '  ● cart › is empty', 'cart › is empty'],
  ['pytest', 'FAILED tests/test_cart.py::test_empty - assert 1 == 0', 'tests/test_cart.py::test_empty'],
  ['go', '--- FAIL: TestEmpty (0.00s)', 'TestEmpty'],
  ['cargo', 'test cart::is_empty ... FAILED', 'cart::is_empty'],
])('the first failing test is read from a log of %s', (_runner, log, name) => {
  expect(firstFailingTest(log)).toBe(name)
})

test('a log without a failing test names none', () => {
  expect(firstFailingTest('npm error code ENOENT\nok 1 - adds\n')).toBeUndefined()
})

test('the name of a failing test has at most 200 characters, for any log', () => {
  fc.assert(fc.property(fc.string(), (name) => (firstFailingTest(`not ok 1 - ${name}`) ?? '').length <= 200))
  expect(firstFailingTest(`not ok 1 - ${'a '.repeat(100_000)}`)).toHaveLength(200)
})
