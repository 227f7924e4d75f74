import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { loopbackSite } from '../../../testing/network/loopback-site.ts'
import { clientId, clientSecret } from '../../../testing/people/identity-provider.ts'
import { companyWorld } from '../../../testing/people/company.ts'
import { expectError } from '../../../testing/refusals.ts'

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const own = rsa()
const next = rsa()
const foreign = rsa()
const jwkOf = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid, use: 'sig' })
const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const before = () => ({
  keys: [jwkOf(own.publicKey, 'one')] as unknown[],
  algorithms: ['RS256', 'HS256'],
  keysStatus: 200,
  padding: '',
  token: '',
  keyRequests: 0,
})
let at = before()
beforeEach(() => void (at = before()))

// An issuer that signs in the way of a test.
const issuer = await loopbackSite((request, response) => {
  response.setHeader('content-type', 'application/json')
  if (request.url === '/jwks') {
    at.keyRequests += 1
    response.writeHead(at.keysStatus).end(JSON.stringify({ keys: at.keys, padding: at.padding }))
  } else if (request.url === '/token')
    response.end(JSON.stringify({ access_token: 'a', token_type: 'bearer', id_token: at.token }))
  else
    response.end(
      JSON.stringify({
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: at.algorithms,
      }),
    )
})
const { company, begin, finish, fresh, next: number } = await companyWorld({ privateHosts: [issuer.host] })

type Sign = (text: string) => Buffer
const rs256 =
  ({ privateKey }: { readonly privateKey: KeyObject }): Sign =>
  (text) =>
    sign('sha256', Buffer.from(text), privateKey)

/** Signs a new person in by a token with this header and signature. */
const signIn = async (header: object, signed: Sign, claims: object = {}, change: () => void = () => undefined) => {
  const place = await company({ issuer: issuer.url })
  const browser = fresh()
  const url = new URL(await begin(browser, { email: `x@${place.domain}` }))
  change()
  const now = Math.floor(Date.now() / 1_000)
  const body = {
    iss: issuer.url,
    aud: clientId,
    sub: `s-${number()}`,
    iat: now,
    exp: now + 300,
    nonce: url.searchParams.get('nonce'),
    name: 'Ada',
    email: `ada-${number()}@${place.domain}`,
    email_verified: true,
    groups: [],
    ...claims,
  }
  const text = `${coded(header)}.${coded(body)}`
  at.token = `${text}.${signed(text).toString('base64url')}`
  return finish(browser, place, { code: 'c', state: url.searchParams.get('state')! })
}

const one = { alg: 'RS256', kid: 'one' }

test('a token of the key of the issuer signs in, and the keys are asked for once', async () => {
  expect((await signIn(one, rs256(own))).status).toBe(200)
  expect(at.keyRequests).toBe(1)
})

test('a new key counts at once, and the replaced key no longer does', async () => {
  const rotate = () => void (at.keys = [jwkOf(next.publicKey, 'two')])
  expect((await signIn({ alg: 'RS256', kid: 'two' }, rs256(next), {}, rotate)).status).toBe(200)
  expectError(await signIn(one, rs256(own), {}, rotate), 400, 'company_sign_in_refused')
})

test.each([
  ['an unknown key under the known name', one, rs256(foreign)],
  ['a key in the header', { ...one, jwk: jwkOf(foreign.publicKey, 'one') }, rs256(foreign)],
  ['the client secret', { alg: 'HS256' }, (text: string) => createHmac('sha256', clientSecret).update(text).digest()],
  ['no signature', { alg: 'none' }, () => Buffer.alloc(0)],
  ['an empty signature', one, () => Buffer.alloc(0)],
  ['another algorithm than discovery names', { alg: 'RS512', kid: 'one' }, rs256(own)],
] as const)('a token of %s is refused', async (_, header, signed) => {
  expectError(await signIn(header, signed), 400, 'company_sign_in_refused')
})

test.each([
  ['that are too many bytes', () => void (at.padding = 'x'.repeat(5_000_000))],
  ['that are none', () => void (at.keys = [])],
  ['with an answer of 500', () => void (at.keysStatus = 500)],
])('keys %s let no person in', async (_, change) => {
  const reply = await signIn(one, rs256(own), {}, change)
  expect([400, 502]).toContain(reply.status)
})

test.each(['', 's'.repeat(5_000), 'a\u0000b', 'ü'])('the subject %j is refused in words', async (sub) => {
  expectError(await signIn(one, rs256(own), { sub }), 400, 'company_sign_in_refused')
})
