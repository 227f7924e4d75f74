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
import { linkIn } from '../../../../testing/mail/outbox.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { updateMyPreferences } from '../contract/preferences.ts'
import {
  changeEmail,
  changePassword,
  getSession,
  signInWithPassword,
  updateMyName,
  verifyEmail,
} from '../contract/sign-in.ts'

const server = await testServer()
const fresh = () => openBrowser(server.baseUrl)

describe('the caller’s account', () => {
  test('200 changes the password, ends all other sessions and keeps the current session', async () => {
    const { browser, email, userId } = await signedInAccount(server)
    const at = await accountScene(server, userId)
    const other = fresh()
    await other.call(signInWithPassword, { body: { email, password } })
    const body = { currentPassword: password, newPassword: 'a password that is new' }
    expect((await browser.call(changePassword, { body })).body).toEqual({ status: true })
    expect((await browser.call(getSession)).body).toMatchObject({ user: { id: userId } })
    expect((await other.call(getSession)).body).toEqual({ session: null, user: null })
    expect(await actionsOf(at)).toEqual(['auth.sign_in success', 'auth.password_change success'])
    expect((await mailTo(server, email, 'Your password was changed')).text).toContain('If it was not you')
  })

  test('letters about an account come in the language that it chose for the console', async () => {
    const { browser, email } = await signedInAccount(server)
    expect((await browser.call(updateMyPreferences, { body: { language: 'de' } })).status).toBe(200)
    const body = { currentPassword: password, newPassword: 'a password that is new' }
    expect((await browser.call(changePassword, { body })).status).toBe(200)
    const changed = await mailTo(server, email, 'Ihr Passwort wurde geändert')
    expect(changed.text).toMatch(/^Guten Tag/)
    expect(changed.text).toContain('Wenn Sie das nicht waren')
    const newEmail = freshEmail()
    expect((await browser.call(changeEmail, { body: { newEmail } })).status).toBe(200)
    expect((await mailTo(server, newEmail, 'Bestätigen Sie Ihre Adresse')).text).toContain(newEmail)
  })

  test('400 for a wrong current password, 429 after five of them; the password stays', async () => {
    const { browser, email } = await signedInAccount(server)
    const guess = () =>
      browser.call(changePassword, { body: { currentPassword: 'a guess', newPassword: 'a password that is new' } })
    for (let nth = 0; nth < 5; nth += 1) expectError(await guess(), 400, 'invalid_password')
    // On a busy machine the first waits, of some seconds, may be over before the next attempt comes.
    let refused = await guess()
    while (refused.status === 400) refused = await guess()
    expectError(refused, 429, 'rate_limited')
    expect((await fresh().call(signInWithPassword, { body: { email, password } })).status).toBe(200)
  })

  test('401 for changes without a credential and 403 with a key', async () => {
    const { owner } = await scene(server)
    for (const operation of [changePassword, changeEmail, updateMyName]) {
      expect((await fresh().call(operation, { body: {} })).status).toBe(401)
      expectError(await owner.call(operation, { body: {} }), 403, 'forbidden')
    }
  })

  test('200 changes the name', async () => {
    const { browser, userId } = await signedInAccount(server)
    const at = await accountScene(server, userId)
    expect((await browser.call(updateMyName, { body: { name: 'Grace' } })).status).toBe(200)
    expect((await browser.call(getSession)).body).toMatchObject({ user: { name: 'Grace' } })
    expect(await actionsOf(at)).toEqual(['user.update success'])
    expect(await at.eventNames(userId)).toEqual(['person.changed'])
  })

  test('200 changes the address by a link to the new one, which works only in the person’s own session', async () => {
    const { browser, email, userId } = await signedInAccount(server)
    const at = await accountScene(server, userId)
    const newEmail = freshEmail()
    expect((await browser.call(changeEmail, { body: { newEmail: newEmail.toUpperCase() } })).body).toEqual({
      status: true,
    })
    const token = tokenIn(await mailTo(server, newEmail, 'Confirm your address'))
    expectError(await fresh().call(verifyEmail, { body: { token } }), 401, 'sign_in_first')
    const stranger = (await signedInAccount(server)).browser
    expectError(await stranger.call(verifyEmail, { body: { token } }), 401, 'sign_in_first')
    expect((await browser.call(verifyEmail, { body: { token } })).status).toBe(200)
    expectError(await browser.call(verifyEmail, { body: { token } }), 400, 'invalid_token')
    const [row] = await asOwner(server, 'select email, email_normal from users where id = $1', [userId])
    expect(row).toEqual({ email: newEmail, email_normal: newEmail })
    expect((await fresh().call(signInWithPassword, { body: { email, password } })).status).toBe(401)
    expect(await actionsOf(at)).toContain('auth.email_change success')
  })

  test('200 does not reveal that an address is taken; 409 when it was taken in the meantime', async () => {
    const { browser, userId, email } = await signedInAccount(server)
    const other = await newAccount(server)
    expect((await browser.call(changeEmail, { body: { newEmail: other.email } })).body).toEqual({ status: true })
    const later = freshEmail()
    await browser.call(changeEmail, { body: { newEmail: later } })
    const token = tokenIn(await mailTo(server, later, 'Confirm your address'))
    await newAccount(server, { email: later })
    expectError(await browser.call(verifyEmail, { body: { token } }), 409, 'email_taken')
    expect(await asOwner(server, 'select email_normal from users where id = $1', [userId])).toEqual([
      { email_normal: email },
    ])
  })
})

test('links in mail point to this server', async () => {
  const { email } = await newAccount(server)
  expect(linkIn(await mailTo(server, email, 'Confirm your address'))).toContain(server.baseUrl)
})
