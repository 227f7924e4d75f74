import { expect } from 'vitest'
import { signingSecrets } from '../../platform/access/index.ts'
import { parseRootKeys } from '../../platform/crypto/index.ts'
import {
  addIdentityDomain,
  beginCompanySignIn,
  finishCompanySignIn,
  requireCompanySignIn,
  saveIdentityProvider,
  verifyIdentityDomain,
} from '../../domains/accounts/company-sign-in/contract.ts'
import { openFlowCookies } from '../../domains/accounts/company-sign-in/flow-cookie.ts'
import { asOwner } from '../database-state.ts'
import { openBrowser } from '../console/browser.ts'
import { dnsServer } from '../network/dns-server.ts'
import { scene, type Scene } from '../scene.ts'
import { testServer, type TestServer } from '../server.ts'
import { clientId, clientSecret, identityProvider } from './identity-provider.ts'
import { passkeyOf } from './passkeys.ts'
import { newPerson, testRootKey } from './sessions.ts'

type Browser = ReturnType<typeof openBrowser>

type Provider = Awaited<ReturnType<typeof identityProvider>>
type Zone = Record<string, { txt: string[] } | 'silence' | 'broken'>
export type Company = Awaited<ReturnType<ReturnType<typeof companiesOf>['company']>>

interface WorldOptions {
  readonly privateHosts?: readonly string[]
  readonly settings?: Readonly<Record<string, string>>
}

/** A server beside two identity providers and a DNS, and companies whose people sign in with them. */
export const companyWorld = async ({ privateHosts = [], settings = {} }: WorldOptions = {}) => {
  const people: Record<string, Record<string, unknown>> = {}
  const idp = await identityProvider(people)
  const other = await identityProvider(people)
  const zone: Zone = {}
  const server = await testServer({
    ATELIER_FETCH_PRIVATE_HOSTS: [idp.host, other.host, ...privateHosts].join(','),
    ATELIER_GROWTH_DNS: await dnsServer(zone),
    ...settings,
  })
  const fresh = () => openBrowser(server.baseUrl)
  const flows = openFlowCookies(signingSecrets(parseRootKeys('the tests', testRootKey)), false)
  let made = 0
  const next = () => (made += 1)
  const personAt = (claims: Record<string, unknown>) => {
    const sub = `sub-${next()}`
    people[sub] = { name: 'Ada Lovelace', email_verified: true, ...claims }
    return sub
  }
  const companies = companiesOf({ server, idp, other, zone, next })
  const signIns = signInsOf({ server, idp, fresh, personAt })
  return {
    server,
    idp,
    other,
    people,
    /** The texts in DNS, by their names. */
    zone,
    flows,
    fresh,
    next,
    /** A new person at the provider, with these claims; gives their subject. */
    personAt,
    ...companies,
    ...signIns,
    rowsOf: async ({ at }: { readonly at: Scene }, action: string) =>
      (await at.rows('audit_row')).filter((row) => row.action === action),
    accountsWith: async (email: string) =>
      (await asOwner(server, 'select id from users where email_normal = $1', [email])).length,
  }
}

interface CompanyParts {
  readonly server: TestServer
  readonly idp: Provider
  readonly other: Provider
  readonly zone: Zone
  readonly next: () => number
}

const companiesOf = ({ server, idp, other, zone, next }: CompanyParts) => {
  /** A request to save the first provider. */
  const body = (changes: object = {}) => ({
    name: 'Okta',
    issuer: idp.issuer,
    clientId,
    clientSecret,
    roleClaim: 'groups',
    roles: [{ value: 'leads', role: 'admin' }],
    defaultRole: 'member',
    trustsAddresses: false,
    ...changes,
  })
  /** A workspace whose owner has a session and a domain, and whose provider is saved. */
  const company = async (changes: object = {}, { isProved = true } = {}) => {
    const at = await scene(server)
    const domain = `acme-${next()}.example`
    const person = await newPerson(server, { email: `owner-${next()}@${domain}`, name: 'Olga Owner' })
    await joined(at, person.userId, 'owner')
    const owner = await at.signIn(person.userId)
    const saved = await owner.call(saveIdentityProvider, { body: body(changes) })
    expect([saved.status, saved.body]).toEqual([200, expect.anything()])
    for (const one of [idp, other]) one.allow(saved.body.redirectUri as string)
    const added = await owner.call(addIdentityDomain, { body: { domain } })
    zone[added.body.recordName as string] = { txt: [added.body.recordText as string] }
    if (isProved) expect((await owner.call(verifyIdentityDomain, { id: added.body.id })).status).toBe(200)
    return { at, domain, owner, ownerId: person.userId, ownerEmail: person.email, domainId: added.body.id as string }
  }
  /** Gives a person a place in a workspace. */
  const joined = (at: Scene, userId: string, role = 'member') =>
    asOwner(server, 'insert into membership (workspace_id, user_id, role) values ($1, $2, $3)', [
      at.workspace,
      userId,
      role,
    ])
  return { body, company, joined }
}

interface SignInParts {
  readonly server: TestServer
  readonly idp: Provider
  readonly fresh: () => Browser
  readonly personAt: (claims: Record<string, unknown>) => string
}

const signInsOf = ({ server, idp, fresh, personAt }: SignInParts) => {
  /** The address at which a sign-in begins. */
  const begin = async (browser: Browser, query: object) => {
    const reply = await browser.call(beginCompanySignIn, { body: query })
    expect([reply.status, reply.body]).toEqual([200, { url: expect.any(String) as string }])
    return reply.body.url as string
  }
  const finish = (browser: Browser, { at }: Company, answer: object) =>
    browser.call(finishCompanySignIn, { body: { workspaceId: at.workspace, answer } })
  /** A whole sign-in of a person of the provider, by the domain of the company or as `query` says. */
  const signInAs = async (place: Company, sub: string, browser = fresh(), query?: object) => {
    const url = await begin(browser, query ?? { email: `anyone@${place.domain}` })
    return { browser, reply: await finish(browser, place, await idp.authorize(url, sub)) }
  }
  /** The same within the session of a cookie. */
  const linkWithin = async (place: Company, cookie: string, sub: string) => {
    const browser = fresh()
    const [name, value] = cookie.split('=') as [string, string]
    browser.jar.set(name, value)
    return signInAs(place, sub, browser, { workspaceId: place.at.workspace })
  }
  /** Requires the provider, after the owner has signed in with it. */
  const requireOf = async (place: Company) => {
    const sub = personAt({ email: place.ownerEmail })
    expect((await linkWithin(place, place.owner.cookie, sub)).reply.status).toBe(200)
    const passkey = await passkeyOf(server, place.ownerId)
    const [row] = await asOwner(server, 'select id from passkey where credential_id = $1', [passkey.credentialId])
    const passkeyId = row!.id as string
    const answer = await place.owner.call(requireCompanySignIn, {
      body: { required: true, emergencyPasskeyId: passkeyId },
    })
    expect(answer.status).toBe(200)
    return { sub, passkeyId }
  }
  return { begin, finish, signInAs, linkWithin, requireOf }
}
