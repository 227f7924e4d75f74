import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isResource, issuerAt, readHead, readRequest, readTokenRequest } from './authorization-request.ts'
import {
  isClientAddress,
  readClient,
  rememberedMs,
  ProgramRefusal,
  isNamedRedirect,
  mayRedirect,
  redirectWith,
  shownRedirect,
} from './client.ts'

test.each([
  ['https://agent.example/back', true],
  ['http://127.0.0.1:1/back', true],
  ['http://[::1]:1/back', true],
  ['http://localhost/back', true],
  ['com.example.agent:/back', true],
  ['http://agent.example/back', false],
  ['http://127.0.0.1.evil.example/', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['blob:https://agent.example/x', false],
  ['https://user@agent.example/', false],
  ['https://agent.example/#part', false],
  ['https://agent.example/a b', false],
  ['https://agent.example/\n', false],
  ['/back', false],
  ['', false],
])('whether an answer may go to %s: %s', (address, may) => {
  expect(mayRedirect(address)).toBe(may)
})

test('only the port on the own computer may differ from the address in a description', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 65_535 }),
      fc.constantFrom('127.0.0.1', '[::1]', 'localhost'),
      (port, host) => {
        const named = [
          `http://${host}/callback`,
          `http://${host}:4000/with-port?a=b`,
          'https://agent.example:8443/back',
        ]
        expect(isNamedRedirect(named, `http://${host}:${port}/callback`)).toBe(true)
        expect(isNamedRedirect(named, `http://${host}:${port}/with-port?a=b`)).toBe(true)
        expect(isNamedRedirect(named, `http://${host}:${port}/callback/`)).toBe(false)
        expect(isNamedRedirect(named, `https://${host}:${port}/callback`)).toBe(false)
        expect(isNamedRedirect(named, `https://agent.example:${port}/back`)).toBe(port === 8_443)
        expect(isNamedRedirect(named, `http://${host}:${port}@evil.example/callback`)).toBe(false)
        expect(isNamedRedirect(named, `http://${host}.evil.example:${port}/callback`)).toBe(false)
      },
    ),
  )
})

test('any address that a description may name leads to its own host with the added parameters', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, validSchemes: ['https'] }), fc.string(), (address, state) => {
      const url = new URL(redirectWith(address, { code: 'c', state, iss: undefined }))
      expect(url.host).toBe(new URL(address).host)
      expect([url.searchParams.get('code'), url.searchParams.has('iss')]).toEqual(['c', false])
      expect(url.searchParams.getAll('state').at(-1)).toBe(state.toWellFormed())
    }),
    { numRuns: 25 },
  )
})

test('a person is shown the host, or the scheme of an installed program', () => {
  expect(shownRedirect('https://agent.example/x')).toEqual({ redirectHost: 'agent.example', isLocal: false })
  expect(shownRedirect('http://localhost:3/x')).toEqual({ redirectHost: 'localhost:3', isLocal: true })
  expect(shownRedirect('com.example.agent:/x')).toEqual({ redirectHost: 'com.example.agent:', isLocal: false })
})

test('http is an address of a program only if the operator allows the host', () => {
  expect(isClientAddress('http://agent.corp/client.json', { mayBeHttp: false })).toBe(false)
  expect(isClientAddress('http://agent.corp/client.json', { mayBeHttp: true })).toBe(true)
  expect(isClientAddress(`https://agent.example/${'x'.repeat(500)}`, { mayBeHttp: false })).toBe(false)
})

const own = 'https://agent.example/client.json'
const whole = { client_id: own, client_name: 'Agent', redirect_uris: ['https://agent.example/back'] }

test('a description needs its own address, a name and a place for the answer, and no more', () => {
  expect(readClient(own, JSON.stringify(whole))).toEqual({
    clientId: own,
    name: 'Agent',
    host: 'agent.example',
    redirectUris: ['https://agent.example/back'],
  })
})

test.each([
  [{ client_id: `${own}/` }, 'other_client'],
  [{ client_id: undefined }, 'other_client'],
  [{ client_secret: 'x' }, 'authentication'],
  [{ token_endpoint_auth_method: 'private_key_jwt' }, 'authentication'],
  [{ client_name: ' ' }, 'document'],
  [{ client_name: 'x'.repeat(101) }, 'document'],
  [{ client_name: 7 }, 'document'],
  [{ redirect_uris: [] }, 'document'],
  [{ redirect_uris: 'https://agent.example/back' }, 'document'],
  [{ redirect_uris: Array.from({ length: 51 }, () => 'https://agent.example/back') }, 'document'],
  [{ grant_types: ['client_credentials'] }, 'document'],
  [{ response_types: ['token'] }, 'document'],
])('a description with %j is refused: %s', (changed, reason) => {
  const refused = () => readClient(own, JSON.stringify({ ...whole, ...changed }))
  expect(refused).toThrow(expect.objectContaining({ details: expect.objectContaining({ reason }) as unknown }))
})

test('a description of any kind is read or refused, and never breaks', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(() => readClient(own, text)).toThrow(ProgramRefusal)
    }),
  )
})

test.each([
  [undefined, 300_000],
  ['max-age=60', 60_000],
  ['public, max-age=999999999', 86_400_000],
  ['no-store', 0],
  ['private', 300_000],
])('Cache-Control %s is remembered for %d ms', (header, ms) => {
  expect(rememberedMs(header)).toBe(ms)
})

const issuer = issuerAt('https://atelier.example')

test('a resource is this endpoint, however its host is spelled', () => {
  expect(isResource('https://ATELIER.example/mcp', issuer)).toBe(true)
  for (const other of [
    'https://atelier.example',
    'https://atelier.example/mcp/',
    'https://atelier.example/mcp#a',
    'mcp',
  ])
    expect(isResource(other, issuer)).toBe(false)
})

test('a request that repeats or leaves out its program or its redirect is believed in nothing', () => {
  for (const query of ['', 'client_id=a', 'redirect_uri=a', 'client_id=a&client_id=b&redirect_uri=c'])
    expect(() => readHead(query)).toThrow(ProgramRefusal)
})

const challenge = 'x'.repeat(43)
const asking = (more: string) =>
  readRequest(
    readHead(
      `client_id=a&redirect_uri=https://agent.example/back&response_type=code&code_challenge=${challenge}&code_challenge_method=S256${more}`,
    ),
    issuer,
  )

test.each([
  ['', true],
  ['&scope=read', false],
  ['&scope=read+write', true],
  ['&scope=offline_access', true],
  ['&scope=read+offline_access', false],
  ['&scope=admin', true],
])('a request with “%s” asks to write: %s', (more, canWrite) => {
  expect(asking(more)).toMatchObject({ canWrite, challenge })
})

test('a repeated parameter is refused, and so is one resource of two that is another server', () => {
  for (const more of [
    '&state=a&state=b',
    '&scope=read&scope=write',
    '&resource=https://atelier.example/mcp&resource=x:y',
  ])
    expect(() => asking(more)).toThrow(ProgramRefusal)
})

test('any form is read as a request or as unreadable', () => {
  fc.assert(
    fc.property(fc.string(), (form) => {
      expect(['unreadable', 'unsupported']).toContain(readTokenRequest(form).grant)
    }),
  )
})
