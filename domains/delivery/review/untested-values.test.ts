import fc from 'fast-check'
import { expect, test } from 'vitest'
import { untestedValues } from './untested-values.ts'

const request = `Charge 490 cents up to 5000 grams, and 2.5 % more beyond. Say “Too heavy” with a \`WeightError\`, not a RangeError, in 1 line.

\`\`\`file sum.js
const other = 12345
\`\`\`
`

test('values that a request states and no test has are listed', () => {
  expect(untestedValues(request, [])).toEqual(['Too heavy', 'WeightError', 'RangeError', '490', '5000', '2.5'])
  expect(
    untestedValues(request, ['assert.throws(() => price(5001), WeightError)', 'expect(price(1)).toBe(490)']),
  ).toEqual(['Too heavy', 'RangeError', '5000', '2.5'])
  expect(untestedValues('Make it faster.', [])).toEqual([])
})

test('a sentence about a limit is listed unless a test has most of its words', () => {
  const asked = 'Price parcels by weight.\nNever charge cancelled parcels; members pay at most half.'
  const listed = ['Never charge cancelled parcels', 'members pay at most half']
  expect(untestedValues(asked, [])).toEqual(listed)
  expect(untestedValues(asked, ["test('cancels a parcel without a charge', () => {})"])).toEqual(listed.slice(1))
  expect(untestedValues(asked, ['members', 'half'])).toEqual(listed.slice(0, 1))
  expect(untestedValues(`Only ${'x'.repeat(30)} `.repeat(40), [])[0]).toHaveLength(160)
})

test('a value that a test has is never listed, for any request', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(untestedValues(text, [text])).toEqual([])
      expect(untestedValues(text, []).length).toBeLessThanOrEqual(20)
    }),
  )
})
