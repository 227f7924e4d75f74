import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLetterProof, newLetterProof } from './store-letter-proof.ts'

test('the token of a letter proves only its own address', () =>
  fc.assert(
    fc.property(fc.emailAddress(), fc.emailAddress(), fc.string(), (address, other, text) => {
      const { token, hash } = newLetterProof(address)
      expect(isLetterProof(token, address, hash)).toBe(true)
      expect(isLetterProof(token, other, hash)).toBe(other === address)
      expect(isLetterProof(text, address, hash)).toBe(false)
    }),
  ))
