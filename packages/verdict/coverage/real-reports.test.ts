import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type CoverageFormat, sumsOf } from './coverage.ts'
import { readCoverage } from './read-coverage.ts'

const read = (format: CoverageFormat, name: string) =>
  readCoverage(
    format,
    readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8'),
    '/worktree',
    'example.com/shop',
  )

/** Lines that were run, and with a minus those that were not. */
const linesOf = (format: CoverageFormat, name: string) =>
  Object.fromEntries(
    [...read(format, name).files].map(([path, lines]) => [
      path,
      [...lines].sort(([one], [other]) => one - other).map(([line, isRun]) => (isRun ? line : -line)),
    ]),
  )

test('pytest-cov reports the same lines of the same files in its XML and in lcov', () => {
  const lines = { 'shop/cart.py': [4, 5, 6, 8, 13, -14, 17, 19, 20, 27, -28] }
  expect(linesOf('cobertura', 'pytest-cov.xml')).toMatchObject(lines)
  expect(linesOf('lcov', 'pytest-cov.lcov')).toMatchObject(lines)
})

test.each([
  ['istanbul', { 'src/cart.ts': [7, 8, 9, 10, -11, 13, 15, -19] }],
  ['v8', { 'src/cart.ts': [7, 8, 9, 10, -11, -12, 13, 14, 15, 16, 18, -19, -20] }],
])(
  'vitest with %s reports the same lines in lcov, Cobertura and JSON, and as many in its summary',
  (provider, lines) => {
    expect(linesOf('lcov', `vitest-${provider}.info`)).toEqual(lines)
    expect(linesOf('cobertura', `vitest-${provider}.xml`)).toEqual(lines)
    expect(linesOf('istanbul', `vitest-${provider}.json`)).toEqual(lines)
    const all = lines['src/cart.ts']
    expect(sumsOf(read('istanbul', `vitest-${provider}-summary.json`))).toEqual({
      linesCovered: all.filter((line) => line > 0).length,
      linesTotal: all.length,
    })
  },
)

test('go test reports the lines of its blocks without the module, in each mode', () => {
  const lines = { 'cart/cart.go': [4, 5, 6, 7, -8, 10, 12, -15] }
  expect(linesOf('go', 'go-set.out')).toEqual(lines)
  expect(linesOf('go', 'go-atomic.out')).toEqual(lines)
})
