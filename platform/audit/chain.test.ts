import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowTextAroundPosition, chainHash, emptyHead } from './chain.ts'
import { madeChain } from '../../testing/audit/made-chain.ts'

test('a row numbered by the database has the hash of the numbered row', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(fc.nat(), text, text, (position, actorId, requestId) => {
      const { row } = madeChain(1)[0]!
      const numbered = { ...row, actorId, requestId, position }
      const [before, after] = rowTextAroundPosition(numbered)
      const hash = createHash('sha256').update(emptyHead).update(`${before}${position}${after}`, 'utf8').digest()
      expect(hash).toEqual(chainHash(emptyHead, numbered))
    }),
  )
})

test('hashing a row without fields on one side of its position throws', () => {
  expect(() => rowTextAroundPosition({ action: 'x', position: 1 })).toThrow('before and after')
})
