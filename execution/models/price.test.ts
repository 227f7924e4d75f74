import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costMicros, dollars, worstUsage } from './price.ts'

describe('prices', () => {
  const price = fc.record({ inputMicrosPerMillion: fc.nat(1e9), outputMicrosPerMillion: fc.nat(1e9) })
  const usage = fc.record({ inputTokens: fc.nat(1e6), outputTokens: fc.nat(1e6) })

  test('are rounded up once, by less than a micro-dollar', () => {
    fc.assert(
      fc.property(price, usage, (of, used) => {
        const exact =
          BigInt(used.inputTokens) * BigInt(of.inputMicrosPerMillion) +
          BigInt(used.outputTokens) * BigInt(of.outputMicrosPerMillion)
        const over = BigInt(costMicros(of, used)) * 1_000_000n - exact
        expect(over >= 0n && over < 1_000_000n).toBe(true)
      }),
    )
  })

  test('of the worst case are never below the cost for any text with that size', () => {
    fc.assert(
      fc.property(price, fc.string({ unit: 'binary' }), fc.nat(1_000), (of, text, outputTokens) => {
        const bytes = Buffer.byteLength(text)
        const used = { inputTokens: bytes, outputTokens }
        expect(costMicros(of, worstUsage(bytes, 1_000, 100_000))).toBeGreaterThanOrEqual(costMicros(of, used))
      }),
    )
  })

  test('are shown in a readable form', () => {
    expect([0, 1, 120_000, 5_000_000, 1_234_567].map(dollars)).toEqual([
      '$0.00',
      '$0.000001',
      '$0.12',
      '$5.00',
      '$1.234567',
    ])
  })
})
