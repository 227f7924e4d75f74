import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRootKeys } from '../crypto/index.ts'
import { sessionCookies, signingSecrets } from './index.ts'

const [older, newer] = ['11', '22'].map((pair) => pair.repeat(32)) as [string, string]
const secretsOf = (...keys: string[]) => signingSecrets(parseRootKeys('the test', keys.join()))
const headerOf = (cookies: ReturnType<typeof sessionCookies>, token: string) => `${cookies.name}=${cookies.sign(token)}`

test('a cookie survives root key rotation, but not the removal of its signing key', () => {
  const header = headerOf(sessionCookies(secretsOf(older), false), 'token')
  expect(sessionCookies(secretsOf(newer, older), false).tokenIn(header)).toBe('token')
  expect(sessionCookies(secretsOf(newer), false).tokenIn(header)).toBeUndefined()
  expect(sessionCookies([], false).tokenIn(header)).toBeUndefined()
})

test('behind TLS the cookie name has a prefix that browsers accept over TLS only', () => {
  const cookies = sessionCookies(secretsOf(older), true)
  expect(cookies.name).toBe('__Secure-atelier.session_token')
  expect(sessionCookies(secretsOf(older), false).tokenIn(headerOf(cookies, 'token'))).toBeUndefined()
})

test('a changed cookie is invalid, and random text is never a valid cookie', () => {
  const cookies = sessionCookies(secretsOf(older), false)
  const value = cookies.sign('token')
  fc.assert(
    fc.property(fc.nat(value.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
      const changed = value.slice(0, at) + character + value.slice(at + 1)
      const found = cookies.tokenIn(`${cookies.name}=${changed}`)
      // The last character of base64 before “=” has bits that mean nothing.
      if (found !== undefined) expect(found).toBe('token')
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(cookies.tokenIn(text)).toBeUndefined()
      expect(cookies.tokenIn(`${cookies.name}=${text}`)).toBeUndefined()
    }),
  )
})
