import { describe, expect, test } from 'vitest'
import {
  changeEmail,
  changePassword,
  getSession,
  registerPasskey,
  beginPasskeyRegistration,
  requestPasswordReset,
  resetPassword,
  signInWithPassword,
  signUp,
  verifyEmail,
} from '../../domains/accounts/people/contract/sign-in.ts'
import { freshEmail, mailTo, newAccount, password, signedInAccount, tokenIn } from '../account.ts'
import { openBrowser } from '../browser.ts'
import { mailsTo } from '../mail/outbox.ts'
import { expectError } from '../refusals.ts'
import { testServer } from '../server.ts'
import { asOwner } from '../state.ts'

const server = await testServer()
const fresh = () => openBrowser(server.baseUrl)
const newPassword = 'a password that is new'

/** The token of a link to choose a password, which came to this address. */
const askedFor = async (email: string) => {
  expect((await fresh().call(requestPasswordReset, { body: { email } })).status).toBe(200)
  return tokenIn(await mailTo(server, email, 'Choose a new password'))
}

describe('a link to choose a password that somebody kept', () => {
  test('400 once the account has another address', async () => {
    const { browser, email } = await signedInAccount(server)
    const kept = await askedFor(email)
    const newEmail = freshEmail()
    await browser.call(changeEmail, { body: { newEmail } })
    const token = tokenIn(await mailTo(server, newEmail, 'Confirm your address'))
    expect((await browser.call(verifyEmail, { query: { token } })).status).toBe(200)
    expectError(await fresh().call(resetPassword, { body: { token: kept, newPassword } }), 400, 'invalid_token')
    expect((await fresh().call(signInWithPassword, { body: { email: newEmail, password } })).status).toBe(200)
  })

  test('400 once the person has changed the password', async () => {
    const { browser, email } = await signedInAccount(server)
    const kept = await askedFor(email)
    expect((await browser.call(changePassword, { body: { currentPassword: password, newPassword } })).status).toBe(200)
    const body = { token: kept, newPassword: 'a password of an attacker' }
    expectError(await fresh().call(resetPassword, { body }), 400, 'invalid_token')
    expect((await fresh().call(signInWithPassword, { body: { email, password: newPassword } })).status).toBe(200)
  })

  test('400 once another link was used', async () => {
    const { email } = await newAccount(server)
    const kept = await askedFor(email)
    await fresh().call(requestPasswordReset, { body: { email } })
    const links = async () => {
      const mails = (await mailsTo(server.dataFolder, email)).filter((mail) => mail.subject === 'Choose a new password')
      return mails.map(tokenIn)
    }
    await expect.poll(async () => (await links()).length).toBe(2)
    const used = (await links()).find((token) => token !== kept)!
    expect((await fresh().call(resetPassword, { body: { token: used, newPassword } })).status).toBe(200)
    const body = { token: kept, newPassword: 'a password of an attacker' }
    expectError(await fresh().call(resetPassword, { body }), 400, 'invalid_token')
  })
})

describe('a session that somebody got hold of', () => {
  test('403 for another address, once the sign-in is a quarter of an hour ago; nothing is sent', async () => {
    const { browser, userId } = await signedInAccount(server)
    const text = `update session set created_at = now() - interval '16 minutes' where user_id = $1`
    await asOwner(server, text, [userId])
    const newEmail = freshEmail()
    expectError(await browser.call(changeEmail, { body: { newEmail } }), 403, 'session_not_fresh')
    expect(await asOwner(server, 'select id from mail where recipient = $1', [newEmail])).toEqual([])
  })

  test('the old address hears of a change to another one', async () => {
    const { browser, email } = await signedInAccount(server)
    const newEmail = freshEmail()
    await browser.call(changeEmail, { body: { newEmail } })
    const token = tokenIn(await mailTo(server, newEmail, 'Confirm your address'))
    expect((await browser.call(verifyEmail, { query: { token } })).status).toBe(200)
    await mailTo(server, email, 'Your address was changed')
    const told = await asOwner(
      server,
      `select recipient from mail where kind = 'auth.address_was_changed'
      and recipient in ($1, $2)`,
      [email, newEmail],
    )
    expect(told).toEqual([{ recipient: email }])
  })
})

describe('an address that is written otherwise', () => {
  test.each([
    ['a ligature', (email: string) => email.replace('fi', 'ﬁ')],
    ['full-width letters', (email: string) => email.replace('fi', 'ｆｉ')],
    ['a full-width domain', (email: string) => email.replace('example', 'ｅxample')],
    ['small capitals of another script', (email: string) => email.replace('kim', 'Kim')],
    ['capitals', (email: string) => email.toUpperCase()],
  ])('200 for a new password, and its mail goes to the account’s address alone: %s', async (_case, write) => {
    const email = `fi.kim.${freshEmail()}`
    await newAccount(server, { email })
    const typed = write(email)
    expect(typed).not.toBe(email)
    expect((await fresh().call(requestPasswordReset, { body: { email: typed } })).status).toBe(200)
    await mailTo(server, email, 'Choose a new password')
    const sent = await asOwner(
      server,
      `select distinct recipient from mail where kind = 'auth.reset_password' and
      recipient like $1`,
      [`%${email.split('.')[2]!.split('@')[0]}%`],
    )
    expect(sent).toEqual([{ recipient: email }])
    expect(await mailsTo(server.dataFolder, typed)).toEqual([])
  })

  test('200 for a sign-up under it makes no second account', async () => {
    const email = `fi.${freshEmail()}`
    await newAccount(server, { email })
    const body = { name: 'Eve', email: email.replace('fi', 'ﬁ'), password: 'a password of an attacker' }
    expect((await fresh().call(signUp, { body })).status).toBe(200)
    await mailTo(server, email, 'You have an account already')
    const rows = await asOwner(server, 'select email from users where email_normal = $1', [email])
    expect(rows).toEqual([{ email }])
    expect((await fresh().call(signInWithPassword, { body })).status).toBe(400)
  })

  test.each(['ß', 'ı', 'а'])('200 for another letter that looks alike is another account: %s', async (letter) => {
    const email = `si.${freshEmail()}`
    const { userId } = await newAccount(server, { email })
    const other = `s${letter}.${email.slice(3)}`
    await fresh().call(requestPasswordReset, { body: { email: other } })
    expect((await fresh().call(signInWithPassword, { body: { email: other, password } })).status).toBe(401)
    expect(await asOwner(server, `select id from verification where value = $1`, [userId])).toEqual([])
  })
})

describe('an account that somebody made for the address of another', () => {
  test('nothing of it is left to them once its owner chooses a password', async () => {
    const email = freshEmail()
    const attacker = fresh()
    const guess = { email, password: 'a password of an attacker' }
    await attacker.call(signUp, { body: { name: 'Eve', ...guess } })
    expectError(await attacker.call(signInWithPassword, { body: guess }), 403, 'email_not_verified')
    expect((await attacker.call(getSession)).body).toEqual({ session: null, user: null })
    expect((await attacker.call(beginPasskeyRegistration)).status).toBe(401)
    expect((await attacker.call(registerPasskey, { body: { response: {} } })).status).toBe(401)
    expect((await fresh().call(signUp, { body: { name: 'Ada', email, password } })).status).toBe(200)
    await mailTo(server, email, 'You have an account already')
    const token = await askedFor(email)
    expect((await fresh().call(resetPassword, { body: { token, newPassword } })).status).toBe(200)
    expect((await attacker.call(signInWithPassword, { body: guess })).status).toBe(401)
    expect((await fresh().call(signInWithPassword, { body: { email, password: newPassword } })).status).toBe(200)
  })
})
