import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedSize, inputFrame, resizeFrame } from './shell.ts'

test('a terminal has between 1 and 1,000 columns and rows, for any request of a client', () => {
  const asked = fc.oneof(fc.integer(), fc.double(), fc.constant(Number.NaN))
  fc.assert(
    fc.property(asked, asked, (columns, rows) => {
      for (const size of Object.values(boundedSize({ columns, rows }))) {
        expect(Number.isInteger(size)).toBe(true)
        expect(size).toBeGreaterThanOrEqual(1)
        expect(size).toBeLessThanOrEqual(1_000)
      }
    }),
  )
})

test('a size that fits is kept', () => {
  expect(boundedSize({ columns: 132, rows: 50 })).toEqual({ columns: 132, rows: 50 })
})

test('a frame has its type and length', () => {
  expect([...inputFrame(Buffer.from('ls'))]).toEqual([0, 0, 0, 0, 2, 0x6c, 0x73])
  expect([...resizeFrame({ columns: 258, rows: 24 })]).toEqual([1, 0, 0, 0, 4, 1, 2, 0, 24])
})
