import { expect, test } from 'vitest'
import { credentialBody, endOf } from './credential.ts'

test('the body of a credential has the filled-in fields, by its paths, without spaces around', () => {
  expect(credentialBody('channel', { webhookUrl: ' https://hooks.example.com/a ' })).toEqual({
    webhookUrl: 'https://hooks.example.com/a',
  })
  expect(credentialBody('codeHost', { token: 'new', tokenExpiresAt: '' })).toEqual({ token: 'new' })
  const day = new Date('2026-12-24T00:00:00').toISOString()
  expect(credentialBody('codeHost', { token: 'new', tokenExpiresAt: '2026-12-24' })).toEqual({
    token: 'new',
    tokenExpiresAt: day,
  })
  expect(credentialBody('tracker', { token: 'new' })).toEqual({ token: 'new' })
})

test('of an app all fields are sent, and of a refresh token the omitted fields too, so that the server names them', () => {
  expect(credentialBody('app', { 'app.appId': '1' })).toEqual({
    app: { appId: '1', installationId: '', privateKey: '' },
  })
  const tracker = { token: 'new', 'refresh.refreshToken': 'r', 'refresh.clientSecret': 's' }
  expect(credentialBody('tracker', tracker)).toEqual({
    token: 'new',
    refresh: { refreshToken: 'r', clientId: '', clientSecret: 's' },
  })
})

const now = Date.parse('2026-12-01T12:00:00Z')
test.each([
  [undefined, { tokenExpiresAt: null }],
  [undefined, { tokenExpiresAt: '2026-12-08T12:00:01Z' }],
  ['ends', { tokenExpiresAt: '2026-12-08T12:00:00Z' }],
  ['ended', { tokenExpiresAt: '2026-12-01T12:00:00Z' }],
  [undefined, { tokenExpiresAt: '2026-12-02T00:00:00Z', renewsItself: true, renewalError: null }],
  ['ends', { tokenExpiresAt: '2026-12-02T00:00:00Z', renewsItself: true, renewalError: 'Linear refused it.' }],
  ['ends', { tokenExpiresAt: '2026-12-02T00:00:00Z', renewsItself: false, renewalError: null }],
])('%s: %j', (end, connection) => {
  expect(endOf(connection, now)).toBe(end)
})
