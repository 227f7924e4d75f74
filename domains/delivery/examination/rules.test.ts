import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filesToShow, findQuote, isExamined } from './rules.ts'

const proved = { outcome: 'proved', paths: ['src/sum.ts'], changedLines: 3, hasProgram: true }

test('a proved change that is small and touches nothing sensitive is examined only where all are', () => {
  expect(isExamined('risky', proved)).toBe(false)
  expect(isExamined('always', proved)).toBe(true)
})

test('`shown` examines what only its own tests show, and programs that no test shows', () => {
  const outcomes = ['proved', 'shown', 'checked', 'unverified']
  const examined = (hasProgram: boolean) =>
    outcomes.filter((outcome) => isExamined('shown', { ...proved, outcome, hasProgram }))
  expect(examined(true)).toEqual(['shown', 'checked'])
  expect(examined(false)).toEqual(['shown'])
})

test.each([
  ['no test proves', { ...proved, outcome: 'checked' }],
  ['no check can judge', { ...proved, outcome: 'unverified' }],
  ['has more than 200 lines', { ...proved, changedLines: 201 }],
  ['touches access', { ...proved, paths: ['src/sum.ts', 'src/auth/check.ts'] }],
  ['touches money', { ...proved, paths: ['src/TaxRates.ts'] }],
  ['touches payments', { ...proved, paths: ['app/payments.py'] }],
  ['touches a migration', { ...proved, paths: ['db/migrations/0001_orders.sql'] }],
])('a change that %s is risky', (_what, change) => {
  expect(isExamined('risky', change)).toBe(true)
  expect(isExamined('off', change)).toBe(false)
})

test('a word that only begins like a sensitive one is not sensitive', () => {
  expect(isExamined('risky', { ...proved, paths: ['src/author.ts', 'docs/taxonomy.md'] })).toBe(false)
})

test('a quote counts only if the request contains it word for word, with other line breaks at most', () => {
  const request = 'Fix the total.\nThe total of an empty\norder is zero.'
  expect(findQuote(request, ' The total of an empty order is zero. ')).toBe('The total of an empty order is zero.')
  expect(findQuote(request, 'The total of an empty order is 0.')).toBeUndefined()
  expect(findQuote(request, 'the total of an empty order is zero.')).toBeUndefined()
  expect(findQuote(request, 'the')).toBeUndefined()
  expect(findQuote(request, '')).toBeUndefined()
})

test('a quote that is found is a part of the request, and any long part of a request is found', () => {
  const texts = fc.array(fc.constantFrom('total', 'order', 'zero', 'is', '.'), { maxLength: 60 })
  fc.assert(
    fc.property(texts, texts, fc.nat(), fc.nat(), (request, other, from, length) => {
      const found = findQuote(request.join(' '), other.join(' '))
      if (found !== undefined) expect(request.join(' ')).toContain(found)
      const part = request.join(' ').slice(from).slice(0, length).trim()
      if (part.length >= 10 && part.length <= 500) expect(findQuote(request.join('\n'), part)).toBe(part)
    }),
  )
})

test('the files whose paths share words with the request are shown first, at most 24', () => {
  const paths = ['a.js', 'src/order-total.js', 'src/sum.js', ...Array.from({ length: 40 }, (_, at) => `z${at}.js`)]
  const shown = filesToShow(paths, 'The total of an order is never negative. Use sum.')
  expect(shown.slice(0, 3)).toEqual(['src/order-total.js', 'src/sum.js', 'a.js'])
  expect(shown).toHaveLength(24)
})
