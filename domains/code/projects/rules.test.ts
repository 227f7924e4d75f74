import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changed, nameFor, parseHandle } from './rules.ts'
import { microsToUsd, usdToMicros } from './rules/caps.ts'
import type { ProjectRow } from './tables.ts'

const now = new Date(0)
const row = { name: 'a', stack: 's', costCapMicros: 5, cycleCap: 3 } as ProjectRow

test('dollars are converted and back without loss, to the micro-dollar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (micros) => {
      expect(usdToMicros(microsToUsd(micros))).toBe(micros)
    }),
  )
})

test('a change keeps unnamed fields, and null clears a cap', () => {
  expect(changed(row, { name: 'b' }, now)).toEqual({ ...row, name: 'b', updatedAt: now })
  expect(changed(row, { costCapUsd: null, cycleCap: null }, now)).toMatchObject({ costCapMicros: null, cycleCap: null })
  expect(changed(row, { costCapUsd: 1.25 }, now)).toMatchObject({ costCapMicros: 1_250_000, cycleCap: 3 })
})

test('a project without a name is named after the first line of its brief, shortened to sixty characters', () => {
  expect(nameFor('\n  A shop \nfor shoes')).toBe('A shop')
  expect(nameFor(undefined)).toBe('Untitled project')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (brief) => {
      const name = nameFor(brief)
      expect(name.trim()).not.toBe('')
      expect(Array.from(name).length).toBeLessThanOrEqual(60)
    }),
  )
})

test.each([
  ['HAR-12', 'HAR-12'],
  [' har-12 ', 'HAR-12'],
  ['Go-1', 'GO-1'],
])('“%s” is the handle %s', (text, handle) => {
  expect(parseHandle(text)).toBe(handle)
})

test.each(['HAR', 'HAR-', 'HAR-0', 'HAR-012', 'H-1', 'HARBO-1', 'HAR 12', 'HAR-12 and more', '12', 'HAR-1234567890'])(
  '“%s” is no handle',
  (text) => {
    expect(parseHandle(text)).toBeUndefined()
  },
)
