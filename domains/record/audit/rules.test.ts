import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutPage } from '../../../platform/db/page.ts'
import { cursorAfter, cursorText, endOfLog, parseCursor, sizeCursor, sizeOf } from './rules.ts'

test('a position is read back from its cursor', () => {
  const years = { min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }
  fc.assert(
    fc.property(fc.date(years), fc.integer({ min: 1, max: 999_999_999_999_999 }), (at, position) => {
      const place = { at: at.toISOString(), position }
      expect(parseCursor(cursorText(place))).toEqual(place)
      expect(sizeOf(sizeCursor(position))).toBe(position)
    }),
  )
})

test('text that is not a cursor is never a position', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cursor = Buffer.from(text).toString('base64url')
      expect([parseCursor(cursor), sizeOf(cursor)]).toEqual([undefined, undefined])
    }),
  )
})

test('pages hold every row once', () => {
  fc.assert(
    fc.property(fc.nat({ max: 50 }), fc.integer({ min: 1, max: 9 }), (count, limit) => {
      const rows = Array.from({ length: count }, (_none, at) => ({ occurredAt: new Date(0), position: count - at }))
      const seen: number[] = []
      let rest = rows
      for (let next: string | undefined = ''; next !== undefined;) {
        const page = cutPage(rest.slice(0, limit + 1), limit, cursorAfter)
        seen.push(...page.rows.map(({ position }) => position))
        rest = rest.slice(limit)
        next = page.next
      }
      expect(seen).toEqual(rows.map(({ position }) => position))
    }),
  )
})

test('a long log is shortened to its end', () => {
  fc.assert(
    fc.property(fc.nat({ max: 9_000 }), (length) => {
      const log = 'x'.repeat(length)
      expect(endOfLog(log).length).toBe(Math.min(length, 4_000))
    }),
  )
})
