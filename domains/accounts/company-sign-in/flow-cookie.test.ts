import { expect, test } from 'vitest'
import { openFlowCookies } from './flow-cookie.ts'

const begun = { workspaceId: 'w', providerId: 'p', userId: null, state: 's', nonce: 'n', verifier: 'v' }
const now = new Date('2026-11-27T10:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const cookies = openFlowCookies(['newest', 'former'], true)
const pairOf = (text: string) => text.split(';')[0]!

test('a browser keeps a begun sign-in for ten minutes, and scripts cannot read it', () => {
  const text = cookies.remember(begun, now)
  expect(text).toMatch(/^__Host-atelier\.company=.*; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect(cookies.begunIn(pairOf(text), later(599))).toEqual(begun)
  expect(cookies.begunIn(pairOf(text), later(600))).toBeUndefined()
})

test('sign-ins of several tabs stand beside each other, the newest three', () => {
  let cookie: string | undefined
  for (const state of ['a', 'b', 'c', 'd']) cookie = pairOf(cookies.remember({ ...begun, state }, now, cookie))
  expect(cookies.begunIn(cookie, now, 'b')).toEqual({ ...begun, state: 'b' })
  expect(cookies.begunIn(cookie, now, 'a')).toEqual({ ...begun, state: 'd' })
  const left = pairOf(cookies.forget({ ...begun, state: 'b' }, now, cookie))
  expect(['b', 'c', 'd'].map((state) => cookies.begunIn(left, now, state)?.state)).toEqual(['d', 'c', 'd'])
  expect(cookies.forget(begun, now, pairOf(cookies.remember(begun, now)))).toContain('Max-Age=0')
})

test('a former root key is accepted, an unknown key is not', () => {
  const former = pairOf(openFlowCookies(['former'], true).remember(begun, now))
  expect(cookies.begunIn(former, now)).toEqual(begun)
  const foreign = pairOf(openFlowCookies(['foreign'], true).remember(begun, now))
  expect(cookies.begunIn(foreign, now)).toBeUndefined()
})

test('a changed, doubled or malformed cookie counts for nothing', () => {
  const pair = pairOf(cookies.remember(begun, now))
  const [payload, signature] = pair.split('=')[1]!.split('.') as [string, string]
  const changed = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('"w"', '"x"')).toString('base64url')
  for (const header of [
    undefined,
    '',
    `${pair}; ${pair}`,
    `__Host-atelier.company=${changed}.${signature}`,
    `__Host-atelier.company=${payload}`,
    '__Host-atelier.company=.',
    `__Host-atelier.company=${'a'.repeat(100_000)}`,
  ])
    expect(cookies.begunIn(header, now)).toBeUndefined()
})
