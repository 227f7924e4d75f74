import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteRange } from './reply.ts'

test.each([
  ['bytes=0-3', { first: 0, last: 3 }],
  ['bytes=4-', { first: 4, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-30', { first: 0, last: 9 }],
  ['bytes=8-90', { first: 8, last: 9 }],
  ['bytes=5-4', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['lines=0-1', undefined],
  [undefined, undefined],
])('“%s” on ten bytes asks for %o', (range, expected) => {
  expect(byteRange(10, range, undefined)).toEqual(expected)
})

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=99999999999999999-'])(
  '416 for “%s” of ten bytes',
  (range) => {
    expect(() => byteRange(10, range, undefined)).toThrow(
      expect.objectContaining({ status: 416, details: { sizeBytes: 10 } }) as Error,
    )
    expect(byteRange(10, range, '"etag"')).toBeUndefined()
  },
)

test('an empty object is whole in any range', () => {
  expect(byteRange(0, 'bytes=0-', undefined)).toBeUndefined()
})

test('a condition on the range returns the whole', () => {
  expect(byteRange(10, 'bytes=0-3', '"etag"')).toBeUndefined()
})

test('a range is always within the object', () =>
  fc.assert(
    fc.property(fc.nat(1_000), fc.option(fc.nat(2_000)), fc.option(fc.nat(2_000)), (sizeBytes, from, to) => {
      const isBehind = sizeBytes > 0 && (from === null ? to === 0 : from >= sizeBytes && (to ?? from) >= from)
      fc.pre(!isBehind)
      const range = byteRange(sizeBytes, `bytes=${from ?? ''}-${to ?? ''}`, undefined)
      if (range) expect(0 <= range.first && range.first <= range.last && range.last < sizeBytes).toBe(true)
    }),
  ))
