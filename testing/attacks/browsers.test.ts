import { describe, expect, test } from 'vitest'
import {
  getSession,
  requestPasswordReset,
  signInWithPassword,
  verifyEmail,
} from '../../domains/accounts/people/contract/sign-in.ts'
import { mailTo, newAccount, password, signedInAccount } from '../people/account.ts'
import { openBrowser } from '../console/browser.ts'
import { linkIn } from '../mail/outbox.ts'
import { sendRaw } from '../network/raw-http.ts'
import { testServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

const server = await testServer()
const at = (path: string) => new URL(path, server.baseUrl)

describe('a page of another origin', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined])(
    '415 or 400 for a sign-in sent by a form, without a session: %s',
    async (type) => {
      const { email } = await newAccount(server)
      const reply = await fetch(at(signInWithPassword.path), {
        method: 'POST',
        headers: { origin: 'https://evil.example', ...(type && { 'content-type': type }) },
        body: new TextEncoder().encode(JSON.stringify({ email, password })),
      })
      expect([400, 415]).toContain(reply.status)
      expect(reply.headers.getSetCookie()).toEqual([])
    },
  )

  test('cannot read a response or pass a preflight', async () => {
    const { browser } = await signedInAccount(server)
    const headers = { origin: 'https://evil.example', cookie: browser.cookie() }
    const read = await fetch(at(getSession.path), { headers })
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
    const asked = await fetch(at(signInWithPassword.path), {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(asked.status).toBe(404)
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a link', () => {
  test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'does not lead to another host: %s',
    async (callbackURL) => {
      const { email } = await newAccount(server)
      const link = new URL(linkIn(await mailTo(server, email, 'Confirm your address')))
      expect(link.search).toBe('')
      link.search = String(new URLSearchParams({ callbackURL, errorCallbackURL: callbackURL }))
      expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toBeNull()
      const asked = at(verifyEmail.path)
      asked.search = link.search
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ token: link.hash.slice(1), password })
      const reply = await fetch(asked, { redirect: 'manual', method: 'POST', headers, body })
      expect(reply.headers.get('location')).toBeNull()
    },
  )

  test('in a mail names this server, for any Host header', async () => {
    const { email } = await newAccount(server)
    const body = JSON.stringify({ email })
    const lines = [
      `POST ${requestPasswordReset.path} HTTP/1.1`,
      'Host: evil.example',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
      'Forwarded: host=evil.example',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ]
    expect(await sendRaw(server.baseUrl, `${lines.join('\r\n')}\r\n\r\n${body}`)).toContain('200 OK')
    const link = linkIn(await mailTo(server, email, 'Choose a new password'))
    expect(link.startsWith(`${server.baseUrl}/`)).toBe(true)
  })
})

test('404 for routes of the sign-in library outside the contract', async () => {
  const { browser, userId } = await signedInAccount(server)
  const paths = [
    ['POST', '/delete-user'],
    ['GET', '/delete-user/callback?token=x'],
    ['GET', '/reset-password/token?callbackURL=https://evil.example'],
    ['GET', '/list-sessions'],
    ['POST', '/revoke-sessions'],
    ['POST', '/sign-in/social'],
    ['POST', '/link-social'],
    ['GET', '/list-accounts'],
    ['POST', '/set-password'],
    ['POST', '/update-session'],
    ['GET', '/account-info'],
    ['POST', '/get-access-token'],
    ['GET', '/callback/google'],
    ['GET', '/ok'],
    ['GET', '/error?error=<script>'],
    ['POST', '/verify-password'],
  ] as const
  for (const [method, path] of paths) {
    const headers = { origin: server.baseUrl, cookie: browser.cookie(), 'content-type': 'application/json' }
    const body = method === 'POST' ? { body: '{}' } : {}
    const reply = await fetch(at(`/v1/api/auth${path}`), { method, headers, redirect: 'manual', ...body })
    expect([path, reply.status]).toEqual([path, 404])
  }
  expect(await asOwner(server, 'select id from users where id = $1', [userId])).toHaveLength(1)
})

test('a forged address in a header grants no new attempts', async () => {
  const { email } = await newAccount(server)
  const replies = []
  for (let nth = 0; nth < 7; nth += 1) {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': `203.0.113.${nth}`,
      'x-atelier-address': `203.0.113.${nth}`,
      'x-real-ip': `203.0.113.${nth}`,
    }
    const body = JSON.stringify({ email, password: 'a wrong guess' })
    replies.push((await fetch(at(signInWithPassword.path), { method: 'POST', headers, body })).status)
  }
  expect(replies).toEqual([401, 401, 401, 401, 401, 429, 429])
})

test('a sign-in replaces a session planted in the browser', async () => {
  const attacker = await signedInAccount(server)
  const { email, userId } = await newAccount(server)
  const victim = openBrowser(server.baseUrl)
  for (const [name, value] of attacker.browser.jar) victim.jar.set(name, value)
  const before = victim.jar.get('atelier.session_token')
  expect((await victim.call(signInWithPassword, { body: { email, password } })).status).toBe(200)
  expect(victim.jar.get('atelier.session_token')).not.toBe(before)
  expect((await victim.call(getSession)).body).toMatchObject({ user: { id: userId } })
  expect((await attacker.browser.call(getSession)).body).toMatchObject({ user: { id: attacker.userId } })
})
