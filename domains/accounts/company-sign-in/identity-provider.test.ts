import { describe, expect, test } from 'vitest'
import { companyWorld } from '../../../testing/people/company.ts'
import { clientId, clientSecret } from '../../../testing/people/identity-provider.ts'
import { expectError } from '../../../testing/refusals.ts'
import { listMembers } from '../workspaces/contract/members.ts'
import {
  addIdentityDomain,
  beginCompanySignIn,
  getIdentityProvider,
  removeIdentityDomain,
  removeIdentityProvider,
  saveIdentityProvider,
  verifyIdentityDomain,
} from './contract.ts'

const { server, idp, other, zone, fresh, personAt, body, company, signInAs } = await companyWorld()

describe('the provider of a workspace', () => {
  test('200 saves it; the secret is sealed, and neither shown nor in the audit log', async () => {
    const { at, owner } = await company()
    const reply = await owner.call(getIdentityProvider)
    expect(reply.body).toMatchObject({
      provider: { name: 'Okta', issuer: idp.issuer, requiredAt: null, hasEmergencyPasskey: false },
      redirectUri: `${server.baseUrl}/console/company/${at.workspace}`,
      stoppingKeys: [],
    })
    const rows = [reply.body, await at.rows('identity_provider'), await at.rows('audit_row')]
    expect(JSON.stringify(rows)).not.toContain(clientSecret)
    expect(await at.auditActions((await at.rows('identity_provider'))[0]!.id as string)).toEqual([
      'identity_provider.save',
    ])
  })

  test('200 keeps the secret where issuer and client stay; 400 without one for others', async () => {
    const { owner, at } = await company()
    const { clientSecret: _, ...rest } = body()
    const [before] = await at.rows('identity_provider')
    expect((await owner.call(saveIdentityProvider, { body: { ...rest, name: 'Entra' } })).status).toBe(200)
    const [after] = await at.rows('identity_provider')
    expect(after).toMatchObject({ id: before!.id, name: 'Entra', ciphertext: before!.ciphertext })
    for (const change of [{ clientId: 'another' }, { issuer: other.issuer }])
      expectError(await owner.call(saveIdentityProvider, { body: { ...rest, ...change } }), 400, 'invalid_request')
    expect((await at.rows('identity_provider'))[0]).toMatchObject({ issuer: idp.issuer, client_id: clientId })
  })

  test('200 removes it with who people are there; their places stay', async () => {
    const place = await company()
    const { browser } = await signInAs(place, personAt({ email: `gone@${place.domain}` }))
    expect((await place.owner.call(removeIdentityProvider)).status).toBe(200)
    expect(await place.at.rows('external_identity')).toEqual([])
    expect((await browser.call(listMembers)).status).toBe(200)
    expectError(await place.owner.call(removeIdentityProvider), 409, 'no_identity_provider')
  })
})

describe('domains', () => {
  test('409 before its text is in DNS, 409 where DNS is silent, 200 once it is there', async () => {
    const { owner, domain, domainId, at } = await company({}, { isProved: false })
    const name = `_atelier.${domain}`
    const kept = zone[name]!
    zone[name] = { txt: ['atelier-domain=another'] }
    expectError(await owner.call(verifyIdentityDomain, { id: domainId }), 409, 'domain_not_proved')
    zone[name] = 'silence'
    expectError(await owner.call(verifyIdentityDomain, { id: domainId }), 409, 'dns_did_not_answer')
    zone[name] = kept
    expectError(
      await fresh().call(beginCompanySignIn, { body: { email: `x@${domain}` } }),
      404,
      'company_sign_in_unknown',
    )
    expect((await owner.call(verifyIdentityDomain, { id: domainId })).body).toMatchObject({
      domain,
      verifiedAt: expect.any(String) as string,
    })
    expect(await at.auditActions(domainId)).toEqual(['identity_domain.add', 'identity_domain.verify'])
    expect(await at.eventNames(domainId)).toEqual(['identity_domain.added', 'identity_domain.verified'])
  })

  test('409 for a domain that another workspace has proved, and for a listed domain', async () => {
    const first = await company()
    const second = await company()
    expectError(
      await second.owner.call(addIdentityDomain, { body: { domain: second.domain.toUpperCase() } }),
      409,
      'domain_there_already',
    )
    const added = await second.owner.call(addIdentityDomain, { body: { domain: first.domain } })
    const name = `_atelier.${first.domain}`
    zone[name] = { txt: [...(zone[name] as { txt: string[] }).txt, added.body.recordText as string] }
    expectError(await second.owner.call(verifyIdentityDomain, { id: added.body.id }), 409, 'domain_taken')
    expectError(await second.owner.call(addIdentityDomain, { body: { domain: 'no domain' } }), 400, 'invalid_request')
    expect((await second.owner.call(removeIdentityDomain, { id: added.body.id })).body).toEqual({ deleted: true })
  })

  test('409 for a twenty-first domain', async () => {
    const { owner } = await company()
    for (let at = 1; at < 20; at += 1)
      expect((await owner.call(addIdentityDomain, { body: { domain: `d${at}.example` } })).status).toBe(201)
    expectError(await owner.call(addIdentityDomain, { body: { domain: 'more.example' } }), 409, 'too_many_domains')
  })
})
