import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkTokenHash, newLinkToken } from './link-token.ts'

test('a token is found by the hash that was stored of it', () => {
  const { token, tokenHash } = newLinkToken()
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(tokenHash).toHaveLength(32)
  expect(linkTokenHash(token)).toEqual(tokenHash)
  expect(newLinkToken().token).not.toBe(token)
})

test('a text of another form has no hash, whatever it is', () => {
  for (const text of ['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`, `${'a'.repeat(43)}\n`])
    expect(linkTokenHash(text)).toBeUndefined()
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(linkTokenHash(text) === undefined).toBe(text.length !== 43 || /[^\w-]/.test(text))
    }),
  )
})
