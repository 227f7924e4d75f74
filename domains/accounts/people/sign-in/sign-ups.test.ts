import { describe, expect, test } from 'vitest'
import { freshEmail, mailTo, newAccount, password, tokenIn } from '../../../../testing/people/account.ts'
import { openBrowser } from '../../../../testing/console/browser.ts'
import { mailsTo } from '../../../../testing/mail/outbox.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { requestPasswordReset, sendVerificationEmail, signInWithPassword } from '../contract/sign-in.ts'
import { getSession, signUp, verifyEmail } from '../contract/sign-in.ts'

const server = await testServer()
const fresh = () => openBrowser(server.baseUrl)
const newPassword = 'a password that is new'
const peopleOf = (email: string) => asOwner(server, 'select * from users where email_normal = $1', [email])
const passwordOf = (email: string, given: string) =>
  fresh().call(signInWithPassword, { body: { email, password: given } })

/** A sign-up with its link, not opened yet. */
const signedUp = async (email = freshEmail()) => {
  const browser = fresh()
  expect((await browser.call(signUp, { body: { name: 'Ada', email, password } })).status).toBe(200)
  return { browser, email, token: tokenIn(await mailTo(server, email, 'Confirm your address')) }
}

describe('signing up', () => {
  test('200 creates no account; the link creates it, with the address as typed', async () => {
    const browser = fresh()
    const email = `Zoe.${freshEmail().toUpperCase()}`
    const answer = await browser.call(signUp, { body: { name: 'Zoe', email: `  ${email} `, password } })
    expect(answer).toMatchObject({ status: 200, body: { status: true } })
    expect(await peopleOf(email.toLowerCase())).toEqual([])
    expectError(await passwordOf(email, password), 403, 'email_not_verified')
    expectError(await passwordOf(email, 'not this one'), 401, 'invalid_credentials')
    const token = tokenIn(await mailTo(server, email.toLowerCase(), 'Confirm your address'))
    const verified = await browser.call(verifyEmail, { body: { token } })
    expect(verified).toMatchObject({ status: 200, body: { user: { name: 'Zoe', emailVerified: true } } })
    expect((await browser.call(getSession)).body).toMatchObject({ user: { name: 'Zoe' } })
    expect(await peopleOf(email.toLowerCase())).toMatchObject([{ name: 'Zoe', email, email_verified: true }])
    expect((await passwordOf(` ${email.toLowerCase()}`, password)).status).toBe(200)
    expect(await asOwner(server, 'select id from sign_up where email = $1', [email])).toEqual([])
  })

  test('200 is the same, with the same cookie, for an address with an account, which learns it by mail only', async () => {
    const { email, userId } = await newAccount(server)
    const before = await asOwner(server, 'select * from users where id = $1', [userId])
    const browsers = [fresh(), fresh()]
    const replies = await Promise.all(
      [email, freshEmail()].map((one, at) =>
        browsers[at]!.call(signUp, { body: { name: 'Eve', email: one, password: 'another password' } }),
      ),
    )
    expect(replies[0]).toMatchObject({ status: 200, body: replies[1]!.body as object })
    expect(browsers.map(({ jar }) => [...jar.keys()])).toEqual([['atelier.sign_up'], ['atelier.sign_up']])
    await mailTo(server, email, 'You have an account already')
    expect(await asOwner(server, 'select * from users where id = $1', [userId])).toEqual(before)
    expect((await passwordOf(email, 'another password')).status).toBe(401)
  })

  test('200 for nine concurrent sign-ups of the same address; one sign-up is left, and its link works', async () => {
    const email = freshEmail()
    const bodies = Array.from({ length: 9 }, (_none, at) => ({ name: `N${at}`, email, password }))
    const replies = await Promise.all(bodies.map((body) => fresh().call(signUp, { body })))
    expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 200))
    await expect.poll(async () => (await mailsTo(server.dataFolder, email)).length).toBe(9)
    const tokens = (await mailsTo(server.dataFolder, email)).map(tokenIn)
    const uses = await Promise.all(tokens.map((token) => fresh().call(verifyEmail, { body: { token, password } })))
    expect(uses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 8 }, () => 400)])
    expect(await peopleOf(email)).toHaveLength(1)
  })

  test.each([
    ['a short password', { password: 'eleven chars'.slice(1) }, 'password'],
    ['no name', { name: '' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'name'],
    ['a role', { role: 'owner' }, 'role'],
    ['a verified address', { emailVerified: true }, 'emailVerified'],
  ])('400 for %s', async (_case, changed, path) => {
    const body = { name: 'Ada', email: freshEmail(), password, ...changed }
    const reply = await fresh().call(signUp, { body })
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_request', fields: [{ path }] } })
    expect(await asOwner(server, 'select id from sign_up where email = $1', [body.email])).toEqual([])
  })

  test('200 for an international domain, with one account for both spellings', async () => {
    const browser = fresh()
    const [name] = freshEmail().split('@')
    await browser.call(signUp, { body: { name: 'Ada', email: `${name}@bücher.example`, password } })
    const token = tokenIn(await mailTo(server, `${name}@xn--bcher-kva.example`, 'Confirm your address'))
    expect((await browser.call(verifyEmail, { body: { token } })).status).toBe(200)
    for (const domain of ['BÜCHER.example', 'xn--bcher-kva.example'])
      expect((await passwordOf(`${name}@${domain}`, password)).status).toBe(200)
  })

  test.each(['Ada\nLovelace', '\u202emoc.evil', '\u200b', '   '])('400 for the name %j', async (name) => {
    const reply = await fresh().call(signUp, { body: { name, email: freshEmail(), password } })
    const message = 'must be one line without invisible characters and without spaces at its ends'
    expect(reply).toMatchObject({ status: 400, body: { fields: [{ path: 'name', message }] } })
  })

  test('400 for an invalid address; 413 for a body over 64 KiB', async () => {
    expectError(
      await fresh().call(signUp, { body: { name: 'Ada', email: 'nonsense', password } }),
      400,
      'invalid_email',
    )
    expectError(
      await fresh().call(signUp, { body: { name: 'Ada', email: 'x'.repeat(70_000), password } }),
      413,
      'body_too_large',
    )
  })
})

describe('the link of a sign-up', () => {
  test('200 signs in the browser that signed up, without a password; the link works once', async () => {
    const { browser, email, token } = await signedUp()
    const replies = await Promise.all([1, 2, 3].map(() => browser.call(verifyEmail, { body: { token } })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect((await browser.call(getSession)).body).toMatchObject({ user: { email } })
    expect(browser.jar.has('atelier.sign_up')).toBe(false)
    expectError(await browser.call(verifyEmail, { body: { token } }), 400, 'invalid_token')
  })

  test('403 in another browser without a password, 400 with a wrong one, 200 with that of the sign-up', async () => {
    const { email, token } = await signedUp()
    const elsewhere = fresh()
    expectError(await elsewhere.call(verifyEmail, { body: { token } }), 403, 'password_needed')
    expectError(await elsewhere.call(verifyEmail, { body: { token, password: 'a guess' } }), 400, 'invalid_password')
    expect(await peopleOf(email)).toEqual([])
    expect((await elsewhere.call(verifyEmail, { body: { token, password } })).status).toBe(200)
    expect((await elsewhere.call(getSession)).body).toMatchObject({ user: { email } })
  })

  test('429 after five wrong passwords; a new password still sets up the account', async () => {
    // On a busy machine the first wait, of two seconds, may be over before the next attempt comes.
    const guessed = async () => {
      const { email, token } = await signedUp()
      for (let nth = 0; nth < 5; nth += 1)
        expect((await fresh().call(verifyEmail, { body: { token, password: `guess ${nth}` } })).status).toBe(400)
      return { email, token, refused: await fresh().call(verifyEmail, { body: { token, password } }) }
    }
    let { email, token, refused } = await guessed()
    while (refused.status === 200) ({ email, token, refused } = await guessed())
    expectError(refused, 429, 'rate_limited')
    expect((await fresh().call(verifyEmail, { body: { token, newPassword } })).status).toBe(200)
    expect((await passwordOf(email, newPassword)).status).toBe(200)
  })

  test('200 with a new password and name replaces the values of the sign-up', async () => {
    const { email, token } = await signedUp()
    const reply = await fresh().call(verifyEmail, { body: { token, newPassword, name: 'Grace' } })
    expect(reply).toMatchObject({ status: 200, body: { user: { name: 'Grace', email } } })
    expect((await passwordOf(email, password)).status).toBe(401)
    expect((await passwordOf(email, newPassword)).status).toBe(200)
  })

  test('400 after a newer sign-up for the address; 404 for a GET', async () => {
    const { email, token } = await signedUp()
    await fresh().call(signUp, { body: { name: 'Eve', email, password: 'another password' } })
    expectError(await fresh().call(verifyEmail, { body: { token, password } }), 400, 'invalid_token')
    const got = await fetch(`${server.baseUrl}${verifyEmail.path}?token=${encodeURIComponent(token)}`)
    expect(got.status).toBe(404)
    expect(await peopleOf(email)).toEqual([])
  })

  test('400 after an hour; asking for another link makes it work again', async () => {
    const { browser, email, token } = await signedUp()
    await asOwner(server, `update sign_up set link_expires_at = now() where email_normal = $1`, [email])
    expectError(await browser.call(verifyEmail, { body: { token } }), 400, 'invalid_token')
    expect((await fresh().call(sendVerificationEmail, { body: { email } })).status).toBe(200)
    await expect.poll(async () => (await mailsTo(server.dataFolder, email)).length).toBe(2)
    expect((await mailsTo(server.dataFolder, email)).map(tokenIn)).toEqual([token, token])
    expect((await browser.call(verifyEmail, { body: { token } })).status).toBe(200)
  })

  test('is sent again when an unverified address requests a password reset', async () => {
    const { email, token } = await signedUp()
    expect((await fresh().call(requestPasswordReset, { body: { email } })).status).toBe(200)
    await expect.poll(async () => (await mailsTo(server.dataFolder, email)).map(tokenIn)).toEqual([token, token])
  })

  test.each(['nonsense', 'a.b.c', 'x'.repeat(90), `019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11.${'A'.repeat(43)}`])(
    '400 for a forged link: %s',
    async (token) => {
      expectError(await fresh().call(verifyEmail, { body: { token, password } }), 400, 'invalid_token')
    },
  )
})
