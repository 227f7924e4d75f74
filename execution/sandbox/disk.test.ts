import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openGrowth } from './disk.ts'

const megabytes = fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 1_000 })), { maxLength: 50 })

test('what others free between two looks hides nothing that was written between others', () =>
  fc.assert(
    fc.property(megabytes, (steps) => {
      let [used, written] = [100_000, 0]
      const growth = openGrowth(used)
      for (const [isWritten, size] of steps) {
        used += isWritten ? size : -size
        written += isWritten ? size : 0
        expect(growth(used)).toBe(written)
      }
    }),
  ))
