import { describe, expect, test } from 'vitest'
import {
  changeEmail,
  changePassword,
  getSession,
  registerPasskey,
  beginPasskeyRegistration,
  requestPasswordReset,
  resetPassword,
  sendVerificationEmail,
  signInWithPassword,
  signUp,
  updateMyName,
  verifyEmail,
} from '../../domains/accounts/people/contract/sign-in.ts'
import { inviteMember } from '../../domains/accounts/workspaces/contract.ts'
import {
  actionsOf,
  freshEmail,
  mailTo,
  newAccount,
  password,
  accountScene,
  signedInAccount,
  tokenIn,
} from '../people/account.ts'
import { openBrowser } from '../console/browser.ts'
import { mailsTo } from '../mail/outbox.ts'
import { expectError } from '../refusals.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { newPerson, signIn } from '../people/sessions.ts'
import { asOwner } from '../database-state.ts'

const server = await testServer()
const fresh = () => openBrowser(server.baseUrl)
const newPassword = 'a password that is new'

/** The token of a link to choose a password, which came to this address. */
const askedFor = async (email: string) => {
  expect((await fresh().call(requestPasswordReset, { body: { email } })).status).toBe(200)
  return tokenIn(await mailTo(server, email, 'Choose a new password'))
}

describe('a stolen password reset link', () => {
  test('400 after the address of the account changed', async () => {
    const { browser, email } = await signedInAccount(server)
    const kept = await askedFor(email)
    const newEmail = freshEmail()
    await browser.call(changeEmail, { body: { newEmail } })
    const token = tokenIn(await mailTo(server, newEmail, 'Confirm your address'))
    expect((await browser.call(verifyEmail, { body: { token } })).status).toBe(200)
    expectError(await fresh().call(resetPassword, { body: { token: kept, newPassword } }), 400, 'invalid_token')
    expect((await fresh().call(signInWithPassword, { body: { email: newEmail, password } })).status).toBe(200)
  })

  test('400 after the password changed', async () => {
    const { browser, email } = await signedInAccount(server)
    const kept = await askedFor(email)
    expect((await browser.call(changePassword, { body: { currentPassword: password, newPassword } })).status).toBe(200)
    const body = { token: kept, newPassword: 'a password of an attacker' }
    expectError(await fresh().call(resetPassword, { body }), 400, 'invalid_token')
    expect((await fresh().call(signInWithPassword, { body: { email, password: newPassword } })).status).toBe(200)
  })

  test('400 after another link was used', async () => {
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

describe('a stolen session', () => {
  test('403 for a change of address a quarter of an hour after the sign-in; no mail is sent', async () => {
    const { browser, userId } = await signedInAccount(server)
    const text = `update session set created_at = now() - interval '16 minutes' where user_id = $1`
    await asOwner(server, text, [userId])
    const newEmail = freshEmail()
    expectError(await browser.call(changeEmail, { body: { newEmail } }), 403, 'session_not_fresh')
    expect(await asOwner(server, 'select id from mail where recipient = $1', [newEmail])).toEqual([])
  })

  test('200 for a change of address notifies the old one', async () => {
    const { browser, email } = await signedInAccount(server)
    const newEmail = freshEmail()
    await browser.call(changeEmail, { body: { newEmail } })
    const token = tokenIn(await mailTo(server, newEmail, 'Confirm your address'))
    expect((await browser.call(verifyEmail, { body: { token } })).status).toBe(200)
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

describe('another spelling of an address', () => {
  test.each([
    ['a ligature', (email: string) => email.replace('fi', 'ﬁ')],
    ['full-width letters', (email: string) => email.replace('fi', 'ｆｉ')],
    ['a full-width domain', (email: string) => email.replace('example', 'ｅxample')],
    ['small capitals of another script', (email: string) => email.replace('kim', 'Kim')],
    ['capitals', (email: string) => email.toUpperCase()],
  ])('200 for a password reset sends its mail only to the account’s address: %s', async (_case, write) => {
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

  test('200 for a sign-up creates no second account', async () => {
    const email = `fi.${freshEmail()}`
    await newAccount(server, { email })
    const body = { email: email.replace('fi', 'ﬁ'), password: 'a password of an attacker' }
    expect((await fresh().call(signUp, { body: { name: 'Eve', ...body } })).status).toBe(200)
    await mailTo(server, email, 'You have an account already')
    const rows = await asOwner(server, 'select email from users where email_normal = $1', [email])
    expect(rows).toEqual([{ email }])
    expect((await fresh().call(signInWithPassword, { body })).status).toBe(401)
  })

  test.each(['ß', 'ı', 'а'])('200 for a similar-looking letter creates another account: %s', async (letter) => {
    const email = `si.${freshEmail()}`
    const { userId } = await newAccount(server, { email })
    const other = `s${letter}.${email.slice(3)}`
    await fresh().call(requestPasswordReset, { body: { email: other } })
    expect((await fresh().call(signInWithPassword, { body: { email: other, password } })).status).toBe(401)
    expect(await asOwner(server, `select id from verification where value = $1`, [userId])).toEqual([])
  })
})

describe('a sign-up with another person’s address', () => {
  const guess = 'a password of an attacker'
  const attack = async () => {
    const email = freshEmail()
    const attacker = fresh()
    await attacker.call(signUp, { body: { name: 'Eve', email, password: guess } })
    return { email, attacker, token: tokenIn(await mailTo(server, email, 'Confirm your address')) }
  }

  test('grants no access on its own', async () => {
    const { email, attacker } = await attack()
    const credentials = { body: { email, password: guess } }
    expectError(await attacker.call(signInWithPassword, credentials), 403, 'email_not_verified')
    expect((await attacker.call(getSession)).body).toEqual({ session: null, user: null })
    expect((await attacker.call(beginPasskeyRegistration)).status).toBe(401)
    expect((await attacker.call(registerPasskey, { body: { response: {} } })).status).toBe(401)
  })

  test('grants its maker nothing when the owner of the address opens its link', async () => {
    const { email, attacker, token } = await attack()
    const owner = fresh()
    expectError(await owner.call(verifyEmail, { body: { token } }), 403, 'password_needed')
    expect((await owner.call(verifyEmail, { body: { token, newPassword, name: 'Ada' } })).status).toBe(200)
    const credentials = { body: { email, password: guess } }
    expect((await attacker.call(signInWithPassword, credentials)).status).toBe(401)
    expect((await attacker.call(verifyEmail, { body: { token } })).status).toBe(400)
    expect((await attacker.call(getSession)).body).toEqual({ session: null, user: null })
    expect((await owner.call(getSession)).body).toMatchObject({ user: { name: 'Ada', email } })
  })

  test('is replaced when the owner signs up, without access for its maker', async () => {
    const { email, attacker, token } = await attack()
    const owner = fresh()
    await owner.call(signUp, { body: { name: 'Ada', email, password } })
    expectError(await attacker.call(verifyEmail, { body: { token } }), 400, 'invalid_token')
    await expect.poll(async () => (await mailsTo(server.dataFolder, email)).length).toBe(2)
    const own = (await mailsTo(server.dataFolder, email)).map(tokenIn).find((one) => one !== token)!
    expectError(await attacker.call(verifyEmail, { body: { token: own, password: guess } }), 400, 'invalid_password')
    expect((await owner.call(verifyEmail, { body: { token: own } })).status).toBe(200)
    expect((await attacker.call(signInWithPassword, { body: { email, password: guess } })).status).toBe(401)
  })

  test('is separated from that of another browser by a cookie that cannot be forged', async () => {
    const { token } = await attack()
    const id = token.split('.')[0]!
    for (const cookie of [`atelier.sign_up=${token}`, `atelier.sign_up=${id}.${'A'.repeat(43)}`]) {
      const reply = await fresh().call(verifyEmail, { body: { token }, headers: { cookie } })
      expectError(reply, 403, 'password_needed')
    }
  })

  test('loses the session and the passkey that an earlier version allowed, once the owner proves the address', async () => {
    const { email, attacker } = await attack()
    const { userId } = await newPerson(server, { email, isVerified: false })
    const stolen = await signIn(server, userId, { isVerified: false })
    const insert = `insert into passkey (id, user_id, public_key, credential_id, counter, device_type, backed_up)
      values (gen_random_uuid(), $1, 'key', $2, 0, 'singleDevice', false)`
    await asOwner(server, insert, [userId, `credential ${userId}`])
    const token = tokenIn(await mailTo(server, email, 'Confirm your address'))
    expect((await attacker.call(signInWithPassword, { body: { email, password: guess } })).status).toBe(403)
    expect((await fresh().call(verifyEmail, { body: { token, newPassword } })).status).toBe(200)
    expect((await stolen.call(updateMyName, { body: { name: 'Eve' } })).status).toBe(401)
    expect(await asOwner(server, 'select id from passkey where user_id = $1', [userId])).toEqual([])
    expect((await attacker.call(signInWithPassword, { body: { email, password: guess } })).status).toBe(401)
  })
})

describe('repeated mail to one address', () => {
  test('stops at ten per hour, for any kind of request', async () => {
    const email = freshEmail()
    const at = await scene(server)
    expect((await at.owner.call(inviteMember, { body: { email } })).body).toMatchObject({ status: 'pending' })
    for (let nth = 0; nth < 5; nth += 1) {
      const body = { name: 'Eve', email, password: `a password, number ${nth}` }
      expect((await fresh().call(signUp, { body })).status).toBe(200)
      expect((await fresh().call(sendVerificationEmail, { body: { email } })).status).toBe(200)
    }
    const states = async () => asOwner(server, 'select state from mail where recipient = $1 order by 1', [email])
    const expected = ['failed', ...Array.from({ length: 10 }, () => 'outbox')]
    await expect.poll(states).toEqual(expected.map((state) => ({ state })))
  })

  test('leaves the sign-up and its link valid after the mail limit', async () => {
    const email = freshEmail()
    await fresh().call(signUp, { body: { name: 'Ada', email, password } })
    const token = tokenIn(await mailTo(server, email, 'Confirm your address'))
    const gone = `insert into mail (id, kind, recipient, on_request, state, next_attempt_at, expires_at, ended_at)
      select gen_random_uuid(), 'member.invitation', $1, true, 'sent', now(), now(), now() from generate_series(1, 9)`
    await asOwner(server, gone, [email])
    const body = { name: 'Eve', email, password: 'a password of an attacker' }
    expect((await fresh().call(signUp, { body })).status).toBe(200)
    expect((await fresh().call(verifyEmail, { body: { token, password } })).status).toBe(200)
  })
})

describe('a password reset by mail', () => {
  test('200 removes passkeys and keeps API keys; the mail names the keys', async () => {
    const { browser, email, userId } = await signedInAccount(server)
    const at = await accountScene(server, userId)
    const insert = `insert into passkey (id, user_id, public_key, credential_id, counter, device_type, backed_up)
      values (gen_random_uuid(), $1, 'key', $2, 0, 'singleDevice', false)`
    await asOwner(server, insert, [userId, `credential ${userId}`])
    const key = `insert into api_key (id, workspace_id, user_id, name, secret_hash, hint, scopes)
      values (gen_random_uuid(), $1, $2::uuid, 'Nightly build', sha256($2::uuid::text::bytea), 'abcd', '{read}')`
    await asOwner(server, key, [at.workspace, userId])
    const token = await askedFor(email)
    const reply = await fresh().call(resetPassword, { body: { token, newPassword } })
    expect(reply).toMatchObject({ status: 200, body: { status: true, passkeysRemoved: 1, apiKeysKept: 1 } })
    expect(await asOwner(server, 'select id from passkey where user_id = $1', [userId])).toEqual([])
    expect((await browser.call(getSession)).body).toEqual({ session: null, user: null })
    const letter = await mailTo(server, email, 'Your password was changed')
    expect(letter.text).toContain('Nightly build')
    expect(letter.text).toContain('1 passkey')
    const rows = (await actionsOf(at)).filter((row) => !row.startsWith('auth.sign_in'))
    expect(rows.sort()).toEqual(['auth.password_reset success', 'passkey.remove success'])
  })
})
