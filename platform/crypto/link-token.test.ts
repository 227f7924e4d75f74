import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkTokenHash, newLinkToken } from './link-token.ts'

test('the stored hash of a token finds it', () => {
  const { token, tokenHash } = newLinkToken()
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(tokenHash).toHaveLength(32)
  expect(linkTokenHash(token)).toEqual(tokenHash)
  expect(newLinkToken().token).not.toBe(token)
})

test('a text of another form has no hash', () => {
  for (const text of ['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`, `${'a'.repeat(43)}\n`])
    expect(linkTokenHash(text)).toBeUndefined()
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(linkTokenHash(text) === undefined).toBe(text.length !== 43 || /[^\w-]/.test(text))
    }),
  )
})
