import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changed, microsToUsd, namesFor, usdToMicros } from './rules.ts'
import type { ProjectRow } from './tables.ts'

const now = new Date(0)
const row = { name: 'a', stack: 's', costCapMicros: 5, cycleCap: 3 } as ProjectRow

test('dollars come back as they went in, to the micro-dollar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (micros) => {
      expect(usdToMicros(microsToUsd(micros))).toBe(micros)
    }),
  )
})

test('a change leaves out what it does not name, and null clears a cap', () => {
  expect(changed(row, { name: 'b' }, now)).toEqual({ ...row, name: 'b', updatedAt: now })
  expect(changed(row, { costCapUsd: null, cycleCap: null }, now)).toMatchObject({ costCapMicros: null, cycleCap: null })
  expect(changed(row, { costCapUsd: 1.25 }, now)).toMatchObject({ costCapMicros: 1_250_000, cycleCap: 3 })
})

test('a project without a name takes the first line of its brief, short enough for every suffix', () => {
  expect(namesFor('\n  A shop \nfor shoes')[0]).toBe('A shop')
  expect(namesFor(undefined).slice(0, 2)).toEqual(['Untitled project', 'Untitled project 2'])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (brief) => {
      const names = namesFor(brief)
      expect(new Set(names).size).toBe(names.length)
      expect(names.every((name) => name.trim() !== '' && Array.from(name).length <= 64)).toBe(true)
    }),
  )
})
