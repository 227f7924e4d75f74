import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInside, contentFields, contentPaths, statusAt } from './rules.ts'

const now = new Date('2026-01-02T00:00:00Z')
const before = new Date(now.getTime() - 1)
const after = new Date(now.getTime() + 1)

test.each([
  ['accepting', after, null, 'accepting'],
  ['accepting', before, null, 'expired'],
  ['uploaded', now, null, 'expired'],
  ['finalizing', after, after, 'finalizing'],
  ['finalizing', before, after, 'finalizing'],
  ['finalizing', after, before, 'uploaded'],
  ['finalizing', before, before, 'expired'],
  ['finalized', before, null, 'finalized'],
  ['rejected', before, null, 'rejected'],
] as const)('status %s, expiring %s, claimed until %s, is shown as %s', (status, expiresAt, claimedUntil, stands) => {
  expect(statusAt({ status, expiresAt, claimedUntil }, now)).toBe(stands)
})

test('a path is inside a checkout unless a part leaves it or is its .git', () => {
  const part = fc.constantFrom('a', '.env', '..', '.', '', '.git', '.GIT', 'b\\c', 'd\0', 'e f')
  const bad = (value: string) =>
    ['..', '.', ''].includes(value) || value.toLowerCase() === '.git' || /[\\\0]/.test(value)
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      expect(isInside(parts.join('/'))).toBe(!parts.some(bad))
    }),
  )
})

test('protected content must be named, hashed and in base64, and every error is reported', () => {
  const file = (path: string, content: string, sha256 = `hash of ${content}`) => ({
    path,
    contentBase64: content === 'bad' ? undefined : { sha256: `hash of ${content}` },
    sha256,
  })
  const named = new Set(['.env'])
  const check = (protectedFiles: ReturnType<typeof file>[], entries: { key: string; source: string }[] = []) =>
    contentFields({ protectedFiles, secrets: { entries } }, named).map(({ path, rule }) => `${path} ${rule}`)
  expect(check([file('.env', 'x')], [{ key: 'K', source: '.env' }])).toEqual([])
  expect(check([file('other', 'x')])).toEqual(['protectedFiles.0.path protected'])
  expect(check([file('.env', 'x', 'y')])).toEqual(['protectedFiles.0.sha256 sha256'])
  expect(check([file('.env', 'bad')])).toEqual(['protectedFiles.0.contentBase64 base64'])
  expect(check([file('.env', 'x'), file('.env', 'x')])).toEqual(['protectedFiles.1.path unique'])
  const entry = { key: 'K', source: '.env' }
  const other = { key: 'L', source: '.env' }
  expect(check([], [entry, other, entry])).toEqual(['secrets.entries.2.key unique'])
  expect(check([], [{ key: 'K', source: '../x' }])).toEqual([
    'secrets.entries.0.source path',
    'secrets.entries.0.source protected',
  ])
  expect(check([file('../.env', 'x')], [{ key: 'K', source: 'no' }])).toEqual([
    'protectedFiles.0.path path',
    'protectedFiles.0.path protected',
    'secrets.entries.0.source protected',
  ])
})

test('errors name the paths of files and the sources of secrets', () => {
  const file = { path: '.env', sha256: '', contentBase64: undefined }
  const secrets = { entries: [{ key: 'K', source: 'config.json' }] }
  expect(contentPaths({ protectedFiles: [file], secrets })).toEqual(['.env', 'config.json'])
  expect(contentPaths({ protectedFiles: [], secrets: {} })).toEqual([])
})
