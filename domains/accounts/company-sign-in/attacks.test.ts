import { describe, expect, test } from 'vitest'
import { loopbackSite } from '../../../testing/network/loopback-site.ts'
import { companyWorld, type Company } from '../../../testing/people/company.ts'
import { expectError } from '../../../testing/refusals.ts'
import { getMe } from '../people/contract/me.ts'
import { saveIdentityProvider } from './contract.ts'
import { type BegunSignIn } from './flow-cookie.ts'

// A provider whose discovery document leads to another server's port on this machine, or to a script.
const hostile = await loopbackSite((request, response) => {
  const isScript = request.url?.startsWith('/script') ?? false
  const issuer = `${hostile.url}${isScript ? '/script' : ''}`
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      issuer,
      authorization_endpoint: isScript ? 'javascript:alert(1)//' : `${hostile.url}/authorize`,
      token_endpoint: 'http://127.0.0.1:5432/token',
      jwks_uri: `${hostile.url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  )
})
const { idp, other, flows, fresh, next, personAt, body, company, begin, finish, signInAs, accountsWith } =
  await companyWorld({ privateHosts: [hostile.host] })

describe('attacks', () => {
  /** A begun sign-in, and the provider's answer, with its cookie changed by the test. */
  const begun = async (place: Company, sub: string, change: (flow: BegunSignIn) => BegunSignIn = (flow) => flow) => {
    const browser = fresh()
    const url = await begin(browser, { email: `x@${place.domain}` })
    const flow = change(flows.begunIn(browser.cookie(), new Date())!)
    const [name, value] = flows.remember(flow, new Date()).split(';')[0]!.split('=') as [string, string]
    browser.jar.set(name, value)
    return { browser, url, answer: await idp.authorize(url, sub) }
  }

  test('an address that the provider does not call verified makes no account', async () => {
    const place = await company()
    for (const verified of [false, undefined, 'yes']) {
      const email = `unverified-${next()}@${place.domain}`
      const { reply } = await signInAs(place, personAt({ email, email_verified: verified }))
      expectError(reply, 403, 'company_address_unverified')
      expect(await accountsWith(email)).toBe(0)
    }
  })

  test('an address of another domain, such as an owner’s elsewhere, makes no account and no session', async () => {
    const place = await company()
    const elsewhere = await company()
    const { reply, browser } = await signInAs(place, personAt({ email: elsewhere.ownerEmail }))
    expectError(reply, 403, 'company_address_foreign')
    expectError(await browser.call(getMe), 401, 'unauthenticated')
  })

  test('a second subject with a known address is not the person of the first', async () => {
    const place = await company()
    const email = `twice@${place.domain}`
    expect((await signInAs(place, personAt({ email }))).reply.status).toBe(200)
    expectError((await signInAs(place, personAt({ email }))).reply, 403, 'company_link_first')
    expect(await place.at.rows('external_identity')).toHaveLength(1)
  })

  test.each(['state', 'nonce', 'verifier'] as const)('another %s is refused', async (field) => {
    const place = await company()
    const email = `wrong-${field}@${place.domain}`
    const foreign = 'x'.repeat(43)
    const { browser, answer } = await begun(place, personAt({ email }), (flow) => ({ ...flow, [field]: foreign }))
    expectError(await finish(browser, place, answer), 400, 'company_sign_in_refused')
    expect(await accountsWith(email)).toBe(0)
  })

  test('a code is good once, and an answer without the browser’s cookie never', async () => {
    const place = await company()
    const { browser, answer } = await begun(place, personAt({ email: `once@${place.domain}` }))
    const cookie = browser.cookie()
    expectError(await finish(fresh(), place, answer), 400, 'company_sign_in_expired')
    expect((await finish(browser, place, answer)).status).toBe(200)
    const thief = fresh()
    for (const pair of cookie.split('; ')) thief.jar.set(...(pair.split('=') as [string, string]))
    expectError(await finish(thief, place, answer), 400, 'company_sign_in_refused')
    expectError(await thief.call(getMe), 401, 'unauthenticated')
  })

  test.each([true, false])('an answer of another provider is refused, iss in it: %s', async (hasIss) => {
    const place = await company()
    const elsewhere = await company({ issuer: other.issuer })
    const email = `mixed@${place.domain}`
    const sub = personAt({ email })
    const browser = fresh()
    await begin(browser, { email: `x@${place.domain}` })
    const foreign = fresh()
    const { state } = flows.begunIn(browser.cookie(), new Date())!
    const url = new URL(await begin(foreign, { email: `x@${elsewhere.domain}` }))
    const { iss, ...answer } = await other.authorize(url.href, sub)
    const sent = { ...answer, state, ...(hasIss && { iss: iss! }) }
    expectError(await finish(browser, place, sent), 400, 'company_sign_in_refused')
    expectError(await finish(foreign, place, { ...answer, iss: iss! }), 400, 'company_sign_in_expired')
    expect(await accountsWith(email)).toBe(0)
  })

  test.each([
    'http://127.0.0.1:5432',
    'https://169.254.169.254/latest',
    'https://localhost:5432',
    'https://[::1]/',
    'file:///etc/passwd',
    'https://user:secret@idp.example.com',
    'https://login.microsoftonline.com/common/v2.0',
    `${hostile.url}/script`,
  ])('the issuer %s is refused, and nothing is saved', async (issuer) => {
    const { owner, at } = await company()
    expectError(await owner.call(saveIdentityProvider, { body: body({ issuer }) }), 400, 'identity_provider_unusable')
    expect((await at.rows('identity_provider'))[0]).toMatchObject({ issuer: idp.issuer })
  })

  test('a discovery document that leads to another port of this machine gets no request there', async () => {
    const place = await company({ issuer: hostile.url })
    const browser = fresh()
    const url = await begin(browser, { email: `x@${place.domain}` })
    const state = new URL(url).searchParams.get('state')!
    expectError(await finish(browser, place, { code: 'c', state }), 502, 'identity_provider_unreachable')
  })

  test('fields of the answer lead nowhere else, and a refusal of the provider is answered only by its code', async () => {
    const place = await company()
    const { browser } = await begun(place, personAt({ email: `no@${place.domain}` }))
    const { state } = flows.begunIn(browser.cookie(), new Date())!
    const answer = { state, error: 'access_denied', error_description: '<b>call 0900</b>', iss: idp.issuer }
    const reply = await finish(browser, place, answer)
    expectError(reply, 400, 'company_sign_in_refused')
    expect(reply.body).toMatchObject({ reason: 'access_denied' })
    expect(JSON.stringify(reply.body)).not.toContain('0900')
  })
})
