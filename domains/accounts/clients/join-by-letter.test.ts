import { describe, expect, test } from 'vitest'
import { freshEmail, mailTo, newAccount, password, tokenIn } from '../../../testing/people/account.ts'
import { openBrowser } from '../../../testing/console/browser.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { keptLog } from '../../../testing/runner/kept-log.ts'
import { makeAccount, openPortalOf, tokenOf } from '../../../testing/clients/portals.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import {
  requestPasswordReset,
  resetPassword,
  signInWithPassword,
  signUp,
  verifyEmail,
} from '../people/contract/sign-in.ts'
import {
  acceptPortalInvitation,
  inviteClientPortalMember,
  listClientPortalInvitations,
  revokeClientPortalInvitation,
  signUpByPortalInvitation,
} from './contract/portals.ts'

const log = keptLog()
const server = await testServer({}, log.logger)
const subject = 'Northwind invites you to its client portal'

/** A person without an account, invited to a seat: the token of the answer's link, and both tokens of the letter's. */
const invited = async (email = freshEmail()) => {
  const at = await scene(server)
  await openPortalOf(at)
  const accountId = await makeAccount(at)
  const reply = await at.owner.call(inviteClientPortalMember, { id: accountId, body: { email } })
  expect(reply.status).toBe(201)
  const [token = '', letterToken = ''] = tokenIn(await mailTo(server, email, subject)).split('.')
  expect(token).toBe(tokenOf(reply))
  const input = { id: accountId, invitationId: reply.body.id as string }
  return { at, email, reply, input, token, letterToken }
}

const join = (tokens: { readonly token: string; readonly letterToken: string }, name = 'Ana Souza') => {
  const browser = openBrowser(server.baseUrl)
  const { token, letterToken } = tokens
  return { browser, replying: browser.call(signUpByPortalInvitation, { body: { token, letterToken, name } }) }
}
const peopleOf = (email: string) => asOwner(server, 'select name, email_verified from users where email = $1', [email])
const refusedWithoutTrace = async (tokens: Parameters<typeof join>[0], email: string) => {
  const { browser, replying } = join(tokens)
  expectError(await replying, 400, 'invalid_token')
  expect([...browser.jar.keys()]).toEqual([])
  expect(await peopleOf(email)).toEqual([])
}

describe('signUpByPortalInvitation', () => {
  test('200 makes and signs in the person of the address, who then accepts with the same link', async () => {
    const { email, token, letterToken, at } = await invited()
    const { browser, replying } = join({ token, letterToken })
    expect(await replying).toMatchObject({
      status: 200,
      body: { user: { email, name: 'Ana Souza', emailVerified: true } },
    })
    expect((await browser.call(acceptPortalInvitation, { token })).status).toBe(200)
    expect(await at.rows('seat')).toHaveLength(1)
  })

  test('200 for a person who chooses a password by mail later and signs in with it', async () => {
    const { email, token, letterToken } = await invited()
    expect((await join({ token, letterToken }).replying).status).toBe(200)
    const browser = openBrowser(server.baseUrl)
    await browser.call(requestPasswordReset, { body: { email } })
    const link = tokenIn(await mailTo(server, email, 'Choose a new password'))
    expect((await browser.call(resetPassword, { body: { token: link, newPassword: password } })).status).toBe(200)
    expect((await browser.call(signInWithPassword, { body: { email, password } })).status).toBe(200)
  })

  test('200 for one of twenty callers at once, 400 for the others', async () => {
    const { email, token, letterToken } = await invited()
    const replies = await Promise.all(Array.from({ length: 20 }, () => join({ token, letterToken }).replying))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(400)])
    expect(await peopleOf(email)).toHaveLength(1)
  })

  test('400 for an inviter who has only the link of the answer', async () => {
    const { email, token } = await invited()
    await refusedWithoutTrace({ token, letterToken: token }, email)
    await refusedWithoutTrace({ token, letterToken: 'x'.repeat(43) }, email)
  })

  test('400 for the letter of another invitation, of the same workspace or another', async () => {
    const one = await invited()
    const other = await invited()
    await refusedWithoutTrace({ token: one.token, letterToken: other.letterToken }, one.email)
    await refusedWithoutTrace({ token: other.token, letterToken: one.letterToken }, other.email)
    expect((await join(one).replying).status).toBe(200)
  })

  test('400 for a letter that was forwarded after it was used, also before the invitation is accepted', async () => {
    const { email, token, letterToken } = await invited()
    expect((await join({ token, letterToken }).replying).status).toBe(200)
    const { browser, replying } = join({ token, letterToken }, 'Mallory')
    expectError(await replying, 400, 'invalid_token')
    expect([...browser.jar.keys()]).toEqual([])
    expect(await peopleOf(email)).toEqual([{ name: 'Ana Souza', email_verified: true }])
  })

  test('400 once the invitation is revoked, replaced or expired, and after its address was erased', async () => {
    const revoked = await invited()
    expect((await revoked.at.owner.call(revokeClientPortalInvitation, revoked.input)).status).toBe(200)
    await refusedWithoutTrace(revoked, revoked.email)

    const replaced = await invited()
    const again = { id: replaced.input.id, body: { email: replaced.email } }
    expect((await replaced.at.owner.call(inviteClientPortalMember, again)).status).toBe(201)
    await refusedWithoutTrace(replaced, replaced.email)

    const expired = await invited()
    const past = `update portal_invitation set created_at = now() - interval '15 days', expires_at = now() - interval '1 day' where id = $1`
    await asOwner(server, past, [expired.input.invitationId])
    await refusedWithoutTrace(expired, expired.email)

    const erased = await invited()
    const forget = `update portal_invitation set email = 'erased@erased.invalid', email_normal = 'erased@erased.invalid' where id = $1`
    await asOwner(server, forget, [erased.input.invitationId])
    await refusedWithoutTrace(erased, 'erased@erased.invalid')
  })

  test('409 for an address that has an account, whose person signs in as before; the letter is not used up', async () => {
    const { email, browser: owner } = await newAccount(server)
    const { token, letterToken } = await invited(email)
    const { browser, replying } = join({ token, letterToken }, 'Mallory')
    expectError(await replying, 409, 'address_has_account')
    expectError(await join({ token, letterToken }).replying, 409, 'address_has_account')
    expect([...browser.jar.keys()]).toEqual([])
    expect(await peopleOf(email)).toMatchObject([{ name: 'Ada' }])
    expect((await owner.call(signInWithPassword, { body: { email, password } })).status).toBe(200)
    expect((await owner.call(acceptPortalInvitation, { token })).status).toBe(200)
  })

  test('409 for an address whose account is not confirmed', async () => {
    const { email, userId } = await newAccount(server)
    await asOwner(server, 'update users set email_verified = false where id = $1', [userId])
    expectError(await join(await invited(email)).replying, 409, 'address_has_account')
  })

  test('a sign-up that waited for the same address ends, so that its link sets no password', async () => {
    const { email, token, letterToken } = await invited()
    const stranger = openBrowser(server.baseUrl)
    await stranger.call(signUp, { body: { name: 'Mallory', email, password } })
    const link = tokenIn(await mailTo(server, email, 'Confirm your address'))
    expect((await join({ token, letterToken }).replying).status).toBe(200)
    expectError(await stranger.call(verifyEmail, { body: { token: link, password } }), 400, 'invalid_token')
    expectError(await stranger.call(signInWithPassword, { body: { email, password } }), 401, 'invalid_credentials')
  })

  test('the letter’s token is in no answer, no log, no table and no audit row', async () => {
    const { at, reply, input, token, letterToken } = await invited()
    const listed = await at.owner.call(listClientPortalInvitations, { id: input.id })
    expect((await join({ token, letterToken }).replying).status).toBe(200)
    const tables = await asOwner(
      server,
      `select string_agg(query_to_xml(format('select * from %s', oid::regclass), true, false, '')::text, '') as all
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    const logged = JSON.stringify(log.said())
    expect(logged).toContain('Signed up by the letter of an invitation')
    for (const text of [logged, JSON.stringify(reply), JSON.stringify(listed), String(tables[0]!.all)])
      expect(text.includes(letterToken)).toBe(false)
  })
})
