import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  deploymentMoves,
  environmentFor,
  expiryOf,
  levelFor,
  previewLifetimeMs,
  repositoryMeant,
  rollbackFault,
  shareDays,
  shareExpiry,
  statusAfter,
  type DeploymentStatus,
} from './rules.ts'
import { dnsRecordsFor, domainFaults, isConnected, normalDomain } from './rules-domains.ts'

const moves = fc.constantFrom(...(Object.keys(deploymentMoves) as (keyof typeof deploymentMoves)[]))

test('a deployment goes live once at most, from building by way of deploying, and never leaves its end', () => {
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 30 }), (attempts) => {
      let status: DeploymentStatus = 'building'
      const passed: DeploymentStatus[] = [status]
      for (const move of attempts) {
        const after = statusAfter(status, deploymentMoves[move])
        if (!after) continue
        expect(['failed', 'expired']).not.toContain(status)
        status = after
        passed.push(status)
      }
      expect(passed.filter((one) => one === 'live').length).toBeLessThanOrEqual(1)
      if (passed.includes('live')) expect(passed.slice(0, 3)).toEqual(['building', 'deploying', 'live'])
    }),
  )
})

test('a cycle preview is served for a while, and other deployments without an end', () => {
  const now = new Date('2026-03-04T00:00:00.000Z')
  expect(expiryOf('cycle-preview', now)!.getTime() - now.getTime()).toBe(previewLifetimeMs)
  expect([expiryOf('project', now), expiryOf('production', now)]).toEqual([null, null])
})

test('production and minInstances need manage, a preview needs steer', () => {
  expect(levelFor({ kind: 'production' })).toBe('manage')
  expect(levelFor({ kind: 'project', minInstances: 0 })).toBe('manage')
  expect([levelFor({}), levelFor({ kind: 'project' })]).toEqual(['steer', 'steer'])
})

test('a request without a repository means the listed primary one, else the only one, and never one of several', () => {
  const row = (id: string, primarySince: Date | null = null) => ({ id, primarySince })
  const one = row('1')
  const other = row('2')
  const primary = row('3', new Date())
  expect(repositoryMeant([one], undefined)).toBe(one)
  expect(repositoryMeant([], undefined)).toBeUndefined()
  expect(repositoryMeant([one, other], undefined)).toBe('ambiguous')
  expect(repositoryMeant([one, primary], undefined)).toBe(primary)
  expect(repositoryMeant([], primary)).toBe(primary)
  expect(repositoryMeant([one], primary)).toBe(primary)
  expect(repositoryMeant([one, other], primary)).toBe('ambiguous')
})

test('a cycle preview never gets the environment of production', () => {
  const same = { environmentId: 'a', productionEnvironmentId: 'a' }
  expect([environmentFor('cycle-preview', same), environmentFor('production', same)]).toEqual([undefined, 'a'])
  const two = { environmentId: 'a', productionEnvironmentId: 'b' }
  expect([environmentFor('cycle-preview', two), environmentFor('project', two)]).toEqual(['a', 'a'])
  expect(environmentFor('cycle-preview', { productionEnvironmentId: 'b' })).toBeUndefined()
})

test('only an expired deployment whose build is kept can be served again', () => {
  expect(rollbackFault({ status: 'expired', hasBuild: true, undecided: false })).toBeUndefined()
  expect(rollbackFault({ status: 'expired', hasBuild: false, undecided: false })).toBe('build_removed')
  expect(rollbackFault({ status: 'live', hasBuild: true, undecided: false })).toBe('serves_already')
  expect(rollbackFault({ status: 'expired', hasBuild: true, undecided: true })).toBe('not_served_before')
  expect(rollbackFault({ status: 'failed', hasBuild: true, undecided: false })).toBe('not_served_before')
})

test.each([
  'localhost',
  '10.0.0.1',
  '[::1]',
  'com',
  'a..b.com',
  '-a.com',
  'printer.local',
  'x.test',
  'a b.com',
  '1.2.3',
  'a.com/x',
  'a.com?x=1',
  'a.com#y',
  'a.com\\y',
  'evil.com/.northwind.com',
  'ex%61mple.com',
  'exam\u00adple.com',
  'exa\tmple.com',
  'a.com\u200b',
  'a\u3002com',
  '\uff41.com',
  ' a.com',
  'a.com\n',
  'user@a.com',
  'http://a.com',
  'a.com:443',
])('%s is no domain of production', (text) => {
  expect(normalDomain(text)).toBeUndefined()
})

test('a domain is compared as DNS does, and hosts of the server itself are refused', () => {
  expect(normalDomain('WWW.Example.com.')).toBe('www.example.com')
  for (const form of ['NFC', 'NFD']) expect(normalDomain('bücher.de'.normalize(form))).toBe('xn--bcher-kva.de')
  expect(domainFaults('www.agency.dev', ['previews.example.net'])).toEqual([])
  expect(domainFaults('x.previews.example.net', ['previews.example.net'])).toMatchObject([{ rule: 'reserved' }])
})

test('a domain is connected by its proof and its name together', () => {
  const row = { domain: 'www.shop.dev', proof: 'p' }
  expect(dnsRecordsFor(row, 'l.previews.example.net')).toEqual([
    { type: 'TXT', name: '_atelier.www.shop.dev', value: 'p' },
    { type: 'CNAME', name: 'www.shop.dev', value: 'l.previews.example.net' },
  ])
  const wanted = { proof: 'p', target: 'l.previews.example.net' }
  expect(isConnected({ txt: ['other', 'p'], cname: ['L.previews.example.net.'] }, wanted)).toBe(true)
  expect(isConnected({ txt: [], cname: ['l.previews.example.net'] }, wanted)).toBe(false)
  expect(isConnected({ txt: ['p'], cname: ['k.previews.example.net'] }, wanted)).toBe(false)
  expect(isConnected({ txt: ['p'], cname: [] }, { proof: 'p', target: undefined })).toBe(false)
})

test('a DNS that does not answer decides nothing about a domain, unless its other answer refutes it', () => {
  const wanted = { proof: 'p', target: 'l.previews.example.net' }
  expect(isConnected({ txt: undefined, cname: undefined }, wanted)).toBeNull()
  expect(isConnected({ txt: ['p'], cname: undefined }, wanted)).toBeNull()
  expect(isConnected({ txt: undefined, cname: ['l.previews.example.net'] }, wanted)).toBeNull()
  expect(isConnected({ txt: [], cname: undefined }, wanted)).toBe(false)
  expect(isConnected({ txt: undefined, cname: [] }, wanted)).toBe(false)
})

test('a share link ends after as many days as it has, 7 unless set', () => {
  const now = new Date('2026-03-04T10:00:00.000Z')
  expect(shareExpiry(now)).toEqual(new Date('2026-03-11T10:00:00.000Z'))
  fc.assert(
    fc.property(fc.integer(shareRange), (days) => {
      expect(shareExpiry(now, days).getTime() - now.getTime()).toBe(days * 86_400_000)
    }),
  )
})

const shareRange = { min: shareDays.least, max: shareDays.most }
