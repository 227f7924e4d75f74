import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payloadHash } from './payload.ts'

const hash = (body: unknown, params: unknown = {}, query: unknown = {}) =>
  payloadHash({ params, query, body }).toString('hex')

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, part]) => [name, reversed(part)]),
  )
}

test('the order of fields does not change the payload hash', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(hash(reversed(body))).toBe(hash(body))
    }),
  )
})

test('another value, and the same value in another place, changes the payload hash', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      fc.pre(!isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other))))
      expect(hash({ one })).not.toBe(hash({ one: other }))
    }),
  )
  const hashes = [hash({ id: '1' }), hash({}, { id: '1' }), hash({}, {}, { id: '1' }), hash(undefined), hash({ id: 1 })]
  expect(new Set(hashes).size).toBe(hashes.length)
})

test('a number beyond double precision is hashed like any value', () => {
  expect(hash(JSON.parse('{"a":1e400}'))).toMatch(/^[0-9a-f]{64}$/)
})
