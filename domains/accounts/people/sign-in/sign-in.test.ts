import { scryptSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openBrowser } from '../../../../testing/console/browser.ts'
import {
  actionsOf,
  accountScene,
  freshEmail,
  mailTo,
  newAccount,
  password,
  signedInAccount,
  tokenIn,
} from '../../../../testing/people/account.ts'
import { atWholeCost, ofPasswords } from '../../../../testing/runner/cheap-passwords.ts'
import { mailsTo } from '../../../../testing/mail/outbox.ts'
import { racingOnce } from '../../../../testing/racing.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import {
  getSession,
  requestPasswordReset,
  resetPassword,
  sendVerificationEmail,
  signInWithPassword,
  signOut,
  updateMyName,
} from '../contract/sign-in.ts'

const server = await testServer()
const fresh = () => openBrowser(server.baseUrl)
const sessionsOf = (userId: string) => asOwner(server, 'select * from session where user_id = $1', [userId])

describe('signing in', () => {
  test('200 sets only this server’s cookie, which scripts cannot read; the token appears nowhere else', async () => {
    const { email, userId } = await newAccount(server)
    const at = await accountScene(server, userId)
    const reply = await fresh().call(signInWithPassword, { body: { email, password } })
    expect(reply).toMatchObject({ status: 200, body: { user: { id: userId, email } } })
    const session = reply.headers.getSetCookie().find((text) => text.startsWith('atelier.session_token='))!
    expect(session).toMatch(/; HttpOnly/)
    expect(session).toMatch(/; SameSite=Lax/)
    expect(session).not.toMatch(/Secure/)
    const token = decodeURIComponent(session.split(/[=;]/)[1]!).split('.')[0]!
    const [row] = await sessionsOf(userId)
    expect(JSON.stringify([reply.body, row, await at.rows('audit_row')])).not.toContain(token)
    expect(row).toMatchObject({ active_workspace_id: at.workspace, ip_address: '127.0.0.1' })
    expect(await actionsOf(at)).toEqual(['auth.sign_in success'])
    expect(await at.rows('audit_row')).toMatchObject([{ details: { method: 'password', sessionId: row!.id } }])
  })

  test('200 for a password that is kept as scrypt makes it of 32 MiB, which other tests are spared', async () => {
    await atWholeCost(async () => {
      const { userId } = await signedInAccount(server)
      const [row] = await asOwner(server, 'select password from account where user_id = $1', [userId])
      const [salt, key] = String(row!.password).split(':')
      const made = scryptSync(password, salt!, 64, { ...ofPasswords, maxmem: 64 * 2 ** 20 })
      expect(key).toBe(made.toString('hex'))
    })
  })

  test('401 is the same for a wrong password and an unknown address; the chain of the person’s workspace records it', async () => {
    const { email, userId } = await newAccount(server)
    const at = await accountScene(server, userId)
    const wrong = await fresh().call(signInWithPassword, { body: { email, password: 'not this one' } })
    const unknown = await fresh().call(signInWithPassword, { body: { email: freshEmail(), password } })
    expectError(wrong, 401, 'invalid_credentials')
    expect({ ...wrong.body, requestId: 0 }).toEqual({ ...unknown.body, requestId: 0 })
    expect(await sessionsOf(userId)).toEqual([])
    await expect.poll(() => actionsOf(at)).toEqual(['auth.sign_in failure'])
  })

  test('200 replaces a session token fixed before the sign-in', async () => {
    const { email, browser } = await newAccount(server)
    browser.jar.set('atelier.session_token', 'chosen-by-somebody.c2lnbmF0dXJl')
    await browser.call(signInWithPassword, { body: { email, password } })
    expect(browser.jar.get('atelier.session_token')).not.toContain('chosen')
  })

  test('429 after five wrong passwords in any spelling; another network and a known browser can sign in', async () => {
    const { email, browser } = await signedInAccount(server)
    const attacker = fresh()
    const guess = (address: string) =>
      attacker.call(signInWithPassword, { body: { email: address, password: 'a guess' } })
    for (const address of [email, email.toUpperCase(), ` ${email}`, email, email])
      expect((await guess(address)).status).toBe(401)
    // On a busy machine the first waits, of some seconds, may be over before the next attempt comes.
    let refused = await guess(email)
    do {
      while (refused.status !== 429) refused = await guess(email)
      refused = await attacker.call(signInWithPassword, { body: { email, password } })
    } while (refused.status === 200)
    expectError(refused, 429, 'rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await browser.call(signInWithPassword, { body: { email, password } })).status).toBe(200)
  })

  test('429 for all but five of many concurrent guesses', async () => {
    const { email } = await newAccount(server)
    const began = Date.now()
    const guess = () => fresh().call(signInWithPassword, { body: { email, password: 'a guess' } })
    const { statuses } = await racingOnce(20, guess)
    // Where the twenty took longer than 2, 2 + 4, 2 + 4 + 8 … seconds, as many more were due.
    const due = Math.floor(Math.log2((Date.now() - began) / 2_000 + 1))
    expect(statuses[401]).toBeGreaterThanOrEqual(5)
    expect(statuses[401]).toBeLessThanOrEqual(5 + due)
    expect(statuses[429]).toBe(20 - statuses[401]!)
  })

  test('403 from a page of another origin with the session cookie', async () => {
    const { email, browser } = await signedInAccount(server)
    const headers = { origin: 'http://evil.example' }
    expectError(await browser.call(signInWithPassword, { body: { email, password }, headers }), 403, 'foreign_origin')
    expectError(await browser.call(signOut, { headers }), 403, 'foreign_origin')
    expect((await browser.call(getSession)).body).toMatchObject({ user: { email } })
  })
})

describe('the session of a browser', () => {
  test('200 returns the session without its token, and nothing without a session', async () => {
    const { browser, userId } = await signedInAccount(server)
    const { body } = await browser.call(getSession)
    expect(body).toMatchObject({ session: { userId }, user: { id: userId } })
    expect(Object.keys((body as { session: object }).session).sort()).toEqual([
      'createdAt',
      'expiresAt',
      'id',
      'updatedAt',
      'userId',
    ])
    expect((await fresh().call(getSession)).body).toEqual({ session: null, user: null })
  })

  test('200 ends the session, and its cookie is invalid afterwards', async () => {
    const { browser, userId } = await signedInAccount(server)
    const at = await accountScene(server, userId)
    const stolen = fresh()
    for (const [name, value] of browser.jar) stolen.jar.set(name, value)
    expect((await browser.call(signOut)).body).toEqual({ success: true })
    expect(browser.jar.has('atelier.session_token')).toBe(false)
    expect((await stolen.call(getSession)).body).toEqual({ session: null, user: null })
    expect((await stolen.call(updateMyName, { body: { name: 'Eve' } })).status).toBe(401)
    expect(await sessionsOf(userId)).toEqual([])
    expect(await actionsOf(at)).toEqual(['auth.sign_out success'])
  })
})

describe('a forgotten password', () => {
  test('200 sends a link that works once and ends every session', async () => {
    const { browser, email, userId } = await signedInAccount(server)
    const at = await accountScene(server, userId)
    expect((await fresh().call(requestPasswordReset, { body: { email: email.toUpperCase() } })).body).toEqual({
      status: true,
    })
    const token = tokenIn(await mailTo(server, email, 'Choose a new password'))
    expect(JSON.stringify(await asOwner(server, 'select * from verification'))).not.toContain(token)
    const body = { token, newPassword: 'a password that is new' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => fresh().call(resetPassword, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    expectError(await fresh().call(resetPassword, { body }), 400, 'invalid_token')
    expect((await browser.call(updateMyName, { body: { name: 'x' } })).status).toBe(401)
    expect((await fresh().call(signInWithPassword, { body: { email, password } })).status).toBe(401)
    expect((await fresh().call(signInWithPassword, { body: { email, password: body.newPassword } })).status).toBe(200)
    await mailTo(server, email, 'Your password was changed')
    // A refusal is written beside what comes after it.
    await expect
      .poll(async () => (await actionsOf(at)).toSorted())
      .toEqual(['auth.password_reset success', 'auth.sign_in failure', 'auth.sign_in success'])
  })

  test('200 is the same for an address without an account, which gets no mail', async () => {
    const email = freshEmail()
    expect((await fresh().call(requestPasswordReset, { body: { email } })).body).toEqual({ status: true })
    expect(await mailsTo(server.dataFolder, email)).toEqual([])
  })

  test('400 for an expired, invented or foreign token, without a change', async () => {
    const { email, userId } = await newAccount(server)
    await fresh().call(requestPasswordReset, { body: { email } })
    const token = tokenIn(await mailTo(server, email, 'Choose a new password'))
    const verification = tokenIn(await mailTo(server, email, 'Confirm your address'))
    await asOwner(server, `update verification set expires_at = now() - interval '1 second' where value = $1`, [userId])
    for (const one of [token, 'x'.repeat(24), verification]) {
      const body = { token: one, newPassword: 'a password that is new' }
      expectError(await fresh().call(resetPassword, { body }), 400, 'invalid_token')
    }
    expect((await fresh().call(signInWithPassword, { body: { email, password } })).status).toBe(200)
  })

  test('429 for the eleventh mail that a network requests for the same address', async () => {
    const email = freshEmail()
    const asked = []
    for (let nth = 0; nth < 11; nth += 1)
      asked.push(
        await fresh()
          .call(sendVerificationEmail, { body: { email } })
          .then(({ status }) => status),
      )
    expect(asked).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})
