import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Principal } from '../../../platform/access/index.ts'
import { newAccount, password } from '../../../testing/people/account.ts'
import { companyWorld } from '../../../testing/people/company.ts'
import { newPerson } from '../../../testing/people/sessions.ts'
import { expectError } from '../../../testing/refusals.ts'
import { getMe } from '../people/contract/me.ts'
import { signInWithPassword } from '../people/contract/sign-in.ts'
import { removeMember } from '../workspaces/contract/members.ts'
import { arrive, refusalOf } from './arrive.ts'
import { beginCompanySignIn, getIdentityProvider, listMyIdentities, unlinkMyIdentity } from './contract.ts'

const { server, idp, people, fresh, next, personAt, company, joined, signInAs, linkWithin, rowsOf, accountsWith } =
  await companyWorld()

describe('signing in', () => {
  test('200 makes the person with the role of the claim, and a session; the second takes the role away', async () => {
    const place = await company()
    const email = `ada-${next()}@${place.domain}`
    const sub = personAt({ email, groups: ['leads'] })
    const { browser, reply } = await signInAs(place, sub)
    expect([reply.status, reply.body]).toEqual([200, { workspaceId: place.at.workspace, name: 'Ada Lovelace' }])
    const me = await browser.call(getMe)
    expect(me.body).toMatchObject({
      email,
      emailVerified: true,
      activeWorkspaceId: place.at.workspace,
      workspaces: [{ id: place.at.workspace, role: 'admin' }],
    })
    const [joined] = await rowsOf(place, 'member.join')
    expect(joined).toMatchObject({ actor_id: me.body.id, resource_id: me.body.id })
    expect(joined!.details).toMatchObject({ role: 'admin', by: 'claim' })
    expect((await rowsOf(place, 'auth.sign_in'))[0]!.details).toMatchObject({
      method: 'company',
      subjectSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    expect(await place.at.eventNames(me.body.id as string)).toEqual(['member.joined'])

    people[sub] = { ...people[sub], groups: [] }
    const again = await signInAs(place, sub)
    expect(again.reply.status).toBe(200)
    expect((await again.browser.call(getMe)).body).toMatchObject({ id: me.body.id, workspaces: [{ role: 'member' }] })
    expect((await rowsOf(place, 'member.change_role'))[0]!.details).toMatchObject({ from: 'admin', to: 'member' })
    expectError(await again.browser.call(getIdentityProvider), 403, 'forbidden')
  })

  test('groups that are left out since they are too many keep the role, and the log has a line', async () => {
    const place = await company()
    const sub = personAt({ email: `many-${next()}@${place.domain}`, groups: ['leads'] })
    expect((await signInAs(place, sub)).reply.status).toBe(200)
    const { groups: _, ...rest } = people[sub]!
    people[sub] = { ...rest, _claim_names: { groups: 'src1' } }
    const again = await signInAs(place, sub)
    expect((await again.browser.call(getMe)).body).toMatchObject({ workspaces: [{ role: 'admin' }] })
    expect(await rowsOf(place, 'member.change_role')).toEqual([])
    expect((await rowsOf(place, 'auth.sign_in')).map(({ details }) => details)).toContainEqual(
      expect.objectContaining({ role: 'kept', because: 'groups_left_out' }),
    )
  })

  test('403 for a person whose claims have no role, if there is no default', async () => {
    const place = await company({ defaultRole: null })
    const email = `nobody@${place.domain}`
    const { reply } = await signInAs(place, personAt({ email }))
    expectError(reply, 403, 'company_role_missing')
    expect(await accountsWith(email)).toBe(0)
    await expect.poll(async () => (await rowsOf(place, 'auth.sign_in'))[0]?.outcome).toBe('failure')
  })

  test('an owner keeps their place, regardless of the claims', async () => {
    const place = await company()
    const { reply, browser } = await linkWithin(place, place.owner.cookie, personAt({ email: place.ownerEmail }))
    expect(reply.status).toBe(200)
    expect((await browser.call(getMe)).body.workspaces).toMatchObject([{ role: 'owner' }])
    expect(await rowsOf(place, 'member.change_role')).toEqual([])
  })

  test('an account with the address is linked in its own session, then opened by the company’s sign-in', async () => {
    const place = await company()
    const { email, userId, browser } = await newAccount(server, { email: `old-${next()}@${place.domain}` })
    const sub = personAt({ email })
    expectError((await signInAs(place, sub)).reply, 403, 'company_link_first')
    await browser.call(signInWithPassword, { body: { email, password } })
    expectError(
      await browser.call(beginCompanySignIn, { body: { workspaceId: place.at.workspace } }),
      404,
      'company_sign_in_unknown',
    )
    await joined(place.at, userId)
    const within = await signInAs(place, sub, browser, { workspaceId: place.at.workspace })
    expect(within.reply.status).toBe(200)
    expect((await browser.call(listMyIdentities)).body).toMatchObject([
      { workspaceId: place.at.workspace, providerName: 'Okta', required: false, isOpen: true },
    ])
    const { browser: anew, reply } = await signInAs(place, sub)
    expect(reply.status).toBe(200)
    expect((await anew.call(getMe)).body.id).toBe(userId)
    expect((await anew.call(unlinkMyIdentity, { id: place.at.workspace })).body).toEqual({ deleted: true })
    expectError(await anew.call(unlinkMyIdentity, { id: place.at.workspace }), 404, 'identity_not_linked')
    expectError((await signInAs(place, sub)).reply, 403, 'company_link_first')
  })

  test('a session that ends while its person is linked leaves no link and no other role', async () => {
    const place = await company()
    const email = `ending-${next()}@${place.domain}`
    const { userId } = await newPerson(server, { email })
    await joined(place.at, userId)
    const { workspace: workspaceId } = place.at
    const [provider] = await place.at.rows('identity_provider')
    const begun = { workspaceId, providerId: String(provider!.id), userId, state: '', nonce: '', verifier: '' }
    const claims = { sub: personAt({ email }), email, email_verified: true, groups: ['leads'] }
    const ended = { userId, credentialId: randomUUID() } as Principal
    const context = { requestId: 'req_ended', traceId: undefined, browser: { ip: '127.0.0.1' } } as never
    const arrived = server.database
      .identity((tx) => arrive(tx, context, { begun, claims, principal: ended }))
      .catch(refusalOf)
    expect(await arrived).toBe('lost')
    expect(await place.at.rows('external_identity')).toEqual([])
    const places = await place.at.rows('membership')
    expect(places.find((row) => row.user_id === userId)).toMatchObject({ role: 'member', identity_provider_at: null })
  })

  test('a person with an address elsewhere signs in with the company only within a session of their own', async () => {
    const place = await company()
    const freelancer = await newPerson(server)
    await joined(place.at, freelancer.userId)
    const sub = personAt({ email: `freelancer@${place.domain}` })
    expect((await linkWithin(place, freelancer.caller.cookie, sub)).reply.status).toBe(200)
    expectError((await signInAs(place, sub)).reply, 403, 'own_sign_in_first')
    expectError(await freelancer.caller.call(unlinkMyIdentity, { id: place.at.workspace }), 409, 'only_way_in')
  })

  test('403 for a member who was removed: the identity ends with the place', async () => {
    const place = await company()
    const sub = personAt({ email: `left@${place.domain}` })
    const { browser } = await signInAs(place, sub)
    const { id } = (await browser.call(getMe)).body
    expect((await place.owner.call(removeMember, { userId: id })).status).toBe(200)
    expectError((await signInAs(place, sub)).reply, 403, 'company_link_first')
  })

  test('502 while the provider is down, and 200 once it is back', async () => {
    const place = await company()
    idp.setDown(true)
    try {
      expectError(
        await fresh().call(beginCompanySignIn, { body: { email: `x@${place.domain}` } }),
        502,
        'identity_provider_unreachable',
      )
    } finally {
      idp.setDown(false)
    }
    expect((await signInAs(place, personAt({ email: `back@${place.domain}` }))).reply.status).toBe(200)
  })
})
