import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { openFetcher } from '../../platform/fetch/index.ts'
import { counts, testGitHubApp } from '../../testing/integrations/github-app.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { flushPkt, pktLine } from '../repositories/index.ts'
import { accountOf, askHost, createHostedRepository } from './code-host.ts'
import { branchAtHost } from './fetch-branch.ts'
import { appProof, isAppKey, tokenOf } from './github-app.ts'

const app = testGitHubApp()
const state = { revoked: new Set<string>(), asked: [] as string[] }
const advertisement = Buffer.concat([
  pktLine('# service=git-upload-pack\n'),
  flushPkt,
  pktLine(`${'0'.repeat(40)} capabilities^{}\0ofs-delta\n`),
  flushPkt,
])
const site = await loopbackSite((request, response) => {
  const path = new URL(request.url!, 'http://host').pathname.replace(/^.*\/api\/v3/, '')
  state.asked.push(`${request.method} ${path}`)
  const answer = app.answer(request, path)
  const given = request.headers.authorization ?? ''
  const isBasic = given.startsWith('Basic ')
  const token = isBasic
    ? Buffer.from(given.slice(6), 'base64')
        .toString()
        .replace(/^x-access-token:/, '')
    : given.replace(/^Bearer /, '')
  const isKnown = app.tokens.includes(token) && !state.revoked.has(token)
  const [status, body] = answer ?? (isKnown ? [200, { full_name: 'agency/shop' }] : [401, {}])
  const isGit = answer === undefined && isKnown && isBasic
  const isMade = status === 200 && path.startsWith('/orgs/')
  response.writeHead(isMade ? 201 : status).end(isGit ? advertisement : JSON.stringify(body))
})
const fetcher = openFetcher({ privateHosts: [site.host] })
const { signal } = new AbortController()
let numbers = 0
const hostOf = (change: object = {}) => {
  const { appId, installationId, privateKey } = app
  return { kind: 'github' as const, baseUrl: site.url, app: { appId, installationId, privateKey, ...change } }
}
/** Another address of the same host: nothing is known of it yet. */
const freshHost = () => ({ ...hostOf(), baseUrl: `${site.url}/${(numbers += 1)}` })

afterEach(() => {
  vi.useRealTimers()
  Object.assign(app, { isSuspended: false, isRemoved: false, tokenSeconds: 3_600 })
  state.revoked.clear()
})

test('a proof counts for ten minutes at most, and no other key, app or time', () => {
  const now = new Date('2026-11-26T00:00:00Z')
  const publicPem = createPublicKey(app.privateKey).export({ type: 'spki', format: 'pem' }).toString()
  const proof = appProof(app, now)
  const at = (seconds: number) => counts(proof, publicPem, app.appId, now.getTime() + seconds * 1_000)
  expect([at(-61), at(-60), at(0), at(539), at(540)]).toEqual([false, true, true, true, false])
  expect(counts(proof, publicPem, 'another', now.getTime())).toBe(false)
  const other = testGitHubApp()
  expect(counts(appProof(other, now), publicPem, app.appId, now.getTime())).toBe(false)
})

test('only an RSA key of 2048 bits or more without a password is a key of an app', () => {
  const pkcs8 = createPrivateKey(app.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString()
  expect([isAppKey(app.privateKey), isAppKey(pkcs8)]).toEqual([true, true])
  const locked = createPrivateKey(app.privateKey).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  })
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs1', format: 'pem' })
  const curve = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  const publicPem = createPublicKey(app.privateKey).export({ type: 'spki', format: 'pem' })
  for (const wrong of [locked, short, curve, publicPem, '', 'text', app.privateKey.slice(0, 500)])
    expect(isAppKey(String(wrong))).toBe(false)
})

test('one token is used until a minute before its end', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const host = freshHost()
  app.tokenSeconds = 300
  const first = await tokenOf(fetcher, host, signal)
  vi.setSystemTime(Date.now() + 239_000)
  expect(await tokenOf(fetcher, host, signal)).toBe(first)
  vi.setSystemTime(Date.now() + 2_000)
  expect(await tokenOf(fetcher, host, signal)).not.toBe(first)
})

test('another key does not get the token that is known for an installation', async () => {
  await tokenOf(fetcher, hostOf(), signal)
  const { privateKey } = testGitHubApp()
  await expect(tokenOf(fetcher, hostOf({ privateKey }), signal)).rejects.toThrow('does not accept the key of the app')
})

test('a token that was revoked is asked for again, once, by the interface and by git', async () => {
  const host = freshHost()
  const first = await tokenOf(fetcher, host, signal)
  state.revoked.add(first)
  expect(await askHost(fetcher, host, { path: '/repos/agency/shop' }, signal)).toMatchObject({ status: 200 })
  const second = await tokenOf(fetcher, host, signal)
  state.revoked.add(second)
  const place = { host, fullName: 'agency/shop', branch: 'main', signal }
  expect(await branchAtHost(fetcher, place)).toBeUndefined()
  expect(new Set([first, second, await tokenOf(fetcher, host, signal)]).size).toBe(3)
  state.asked.length = 0
  for (const token of app.tokens) state.revoked.add(token)
  const answer = app.answer
  vi.spyOn(app, 'answer').mockImplementation((request, path) => {
    const given = answer(request, path)
    for (const token of app.tokens) state.revoked.add(token)
    return given
  })
  expect(await askHost(fetcher, host, { path: '/repos/agency/shop' }, signal)).toMatchObject({ status: 401 })
  expect(state.asked).toHaveLength(3)
  vi.restoreAllMocks()
})

test('the account is that of the app, and a repository is made in the organization', async () => {
  const host = freshHost()
  expect(await accountOf(fetcher, host, signal)).toBe('acme-atelier[bot]')
  state.asked.length = 0
  await createHostedRepository(fetcher, host, { fullName: 'agency/shop', branch: 'main' }, signal)
  expect(state.asked.at(-1)).toMatch(/^POST .*\/orgs\/agency\/repos$/)
})

test.each([
  [{ isSuspended: true }, 'is suspended. Resume it there.'],
  [{ isRemoved: true }, 'has no such installation of the app.'],
])('an installation that is %j is a sentence', async (change, sentence) => {
  Object.assign(app, change)
  const host = freshHost()
  await expect(accountOf(fetcher, host, signal)).rejects.toThrow(sentence)
  await expect(askHost(fetcher, host, { path: '/repos/agency/shop' }, signal)).rejects.toThrow(sentence)
})
