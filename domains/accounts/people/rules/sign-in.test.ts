import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDevices } from '../sign-in/throttle.ts'
import { accountEventOf, delayAfterMs, isChange } from './sign-in.ts'

test('each failure past the free ones waits at least as long as the failure before, up to a quarter of an hour', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(200), (failures, free) => {
      const one = delayAfterMs(failures, free)
      const next = delayAfterMs(failures + 1, free)
      expect(next).toBeGreaterThanOrEqual(one)
      expect(next).toBeLessThanOrEqual(900_000)
      expect(one === 0).toBe(failures < free)
    }),
  )
})

test('a browser is known only for the address that signed in there', () => {
  const devices = openDevices('secret', false)
  const cookie = `a=b; ${devices.remember('ada@example.com').split(';')[0]}; c=d`
  expect(devices.known(cookie, 'ada@example.com')).toBeDefined()
  expect(devices.known(cookie, 'eve@example.com')).toBeUndefined()
  expect(openDevices('another', false).known(cookie, 'ada@example.com')).toBeUndefined()
  expect(devices.known(undefined, 'ada@example.com')).toBeUndefined()
  expect(openDevices('secret', true).remember('ada@example.com')).toMatch(
    /^__Secure-.*; HttpOnly; SameSite=Lax; Secure$/,
  )
})

test('a link changes an address if its token allows it; invalid tokens never do', () => {
  const token = (payload: object) => `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`
  expect(isChange(token({ email: 'a@example.com', updateTo: 'b@example.com' }))).toBe(true)
  expect(isChange(token({ email: 'a@example.com' }))).toBe(false)
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isChange(text)).toBe(false)
    }),
  )
})

test('sessions ended by another action are not audited separately', () => {
  const columns = { id: 'x', password: 'hash' }
  expect(accountEventOf('/sign-in/email', { table: 'session', verb: 'create', columns })?.action).toBe('auth.sign_in')
  expect(accountEventOf('/change-password', { table: 'session', verb: 'create', columns })).toBeUndefined()
  expect(accountEventOf('/change-password', { table: 'account', verb: 'update', columns })).toEqual({
    action: 'auth.password_change',
    details: {},
  })
  expect(
    accountEventOf('/passkey/verify-authentication', { table: 'passkey', verb: 'update', columns }),
  ).toBeUndefined()
})
