import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepEnds } from './run-command.ts'
import { isLong } from '../../testing/soak.ts'

const kept = (64 + 192) * 1024

test('output within the limit is kept whole, for any chunk sizes', () =>
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 200 })),
      fc.integer({ min: 1, max: 50 }),
      (parts, size) => {
        const whole = Buffer.from(parts.join(''))
        const ends = keepEnds()
        for (let at = 0; at < whole.length; at += size) ends.add(whole.subarray(at, at + size))
        expect(ends.text()).toBe(whole.toString('utf8'))
        expect(ends.truncated()).toBe(false)
      },
    ),
  ))

test.runIf(isLong)('output beyond the limit keeps its first 64 KiB and last 192 KiB and counts the gap', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: kept + 1, max: 3 * kept }),
      fc.integer({ min: 1000, max: 90_000 }),
      (length, size) => {
        const whole = Buffer.from(Array.from({ length }, (_, at) => 97 + (at % 26)))
        const ends = keepEnds()
        for (let at = 0; at < length; at += size) ends.add(whole.subarray(at, at + size))
        const [head, gap, tail] = ends.text().split('\n')
        expect(head).toBe(whole.subarray(0, 64 * 1024).toString())
        expect(tail).toBe(whole.subarray(-192 * 1024).toString())
        expect(gap).toBe(`… ${length - kept} bytes left out …`)
        expect(ends.truncated()).toBe(true)
      },
    ),
    { numRuns: 20 },
  ),
)
