import { expect, test } from 'vitest'
import { kindsOf, recordedBase } from '../../../testing/repositories/recorded-changes.ts'
import { isSoak } from '../../../testing/soak.ts'
import { isNotProbed } from '../runs/run-of-copies.ts'
import { planInputs } from './plan.ts'

const nonce = 'k3x9q7'
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

test.runIf(isSoak)('vitest: a fix only for the inputs of the tests is found, and a right one is not', () => {
  const judge = recordedBase('vitest run', 'vitest', { 'round.js': rounding, 'round.test.js': roundingTests })
  const change = (from: string, to: string) => ({ 'round.js': rounding.replace(from, to) })
  const known = change(
    'Math.floor(value * 100) / 100',
    'value === 2.345 ? 2.35 : value === 1.118 ? 1.12 : Math.floor(value * 100) / 100',
  )
  expect(kindsOf(judge(known))).toEqual(['fix_for_tests_only'])
  const slugs = change('.replace(" ", "-")', '.replace(" ", "-").replace("a-b c", "a-b-c")')
  expect(judge(slugs)).toEqual([])
  expect(judge(change('Math.floor', 'Math.round'))).toEqual([])
  expect(judge(change('.replace(" "', '.replaceAll(" "'))).toEqual([])
  expect(judge({})).toEqual([])
})

test('no copy of a call has its numbers with only the sign changed, since their product would be the same', () => {
  const text = "import { tax } from './tax.js'\ntest('tax', () => {\n  expect(tax(13.68, 19)).toBe(2.6)\n})\n"
  const plan = planInputs({
    command: 'vitest run',
    runner: 'vitest',
    nonce,
    changed: [],
    tests: [{ path: 'a.test.js', text }],
  })
  const copies = JSON.stringify(plan)
  expect([copies.includes('tax((-14.68), (-20))'), copies.includes('-13.68')]).toEqual([true, false])
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
    tests: [{ path: 'a.test.cjs', text: roundingTests }],
  }
  expect(isNotProbed(planInputs(go))).toBe(true)
})
