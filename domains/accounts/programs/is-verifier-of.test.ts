import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isVerifierOf } from './issue-program-tokens.ts'

test('a verifier fits its own challenge and no other', () => {
  const verifiers = fc.stringMatching(/^[A-Za-z0-9._~-]{43,128}$/)
  fc.assert(
    fc.property(verifiers, verifiers, (one, other) => {
      const made = createHash('sha256').update(one).digest('base64url')
      expect(isVerifierOf(made, one)).toBe(true)
      expect(isVerifierOf(made, other)).toBe(one === other)
      // The method “plain” would take the challenge itself.
      expect(isVerifierOf(made, made)).toBe(false)
    }),
  )
})
