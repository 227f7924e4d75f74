import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, caseClashes, forbiddenPath, shownPath, treePathOf } from './paths.ts'

const forbidden = (path: string) => forbiddenPath(Buffer.from(path)) !== undefined

test.each([
  '.git',
  '.GIT',
  '.Git/config',
  'a/.git/hooks/post-checkout',
  'git~1',
  'GIT~1/config',
  '.git ',
  '.git.',
  '.git. .',
  '.git::$INDEX_ALLOCATION',
  '.git:alternate',
  '.g\u200cit',
  '.gi\ufefft/config',
  '\u206a.GIT',
  'a\\.git\\config',
  '.',
  '..',
  'a/../b',
  '../etc/passwd',
  '/etc/passwd',
  'a//b',
  'a/',
  '',
  'x'.repeat(256),
  'a/'.repeat(2500) + 'a',
])('“%s” is refused', (path) => expect(forbidden(path)).toBe(true))

test.each([
  '.gitignore',
  '.gitattributes',
  '.gitmodules',
  '.github/workflows/ci.yml',
  'git',
  'git~2',
  '...',
  '..a',
  'a..b',
  '.git-hooks/x',
  'x.git/config',
  'déjà vu',
  'new\nline',
  'a\\b',
  'a:b',
  'x'.repeat(255),
])('“%s” is allowed', (path) => expect(forbidden(path)).toBe(false))

test('a path survives encoding, byte for byte', () =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      const path = treePathOf(bytes)
      expect(bytesOf(path).equals(Buffer.from(bytes))).toBe(true)
      // A byte-order mark is part of a name.
      if (path.path !== undefined) expect(Buffer.from(path.path).equals(Buffer.from(bytes))).toBe(true)
    }),
  ))

test('a shown path is one line of visible characters', () =>
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(shownPath(bytes)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
  ))

test('accents are shown unchanged, control characters and other bytes as numbers', () => {
  expect(shownPath(Buffer.from('déjà\nvu'))).toBe('déjà\\u{0a}vu')
  expect(shownPath(Buffer.from('caf\xe9', 'latin1'))).toBe('caf\\xe9')
})

const clashes = (...paths: string[]) =>
  caseClashes(paths.map((path) => Buffer.from(path))).map((group) => group.map(String))

test('names that differ by case or composition clash only inside one folder', () => {
  expect(clashes('README', 'readme')).toEqual([['README', 'readme']])
  expect(clashes('a/x', 'b/X')).toEqual([])
  expect(clashes('Foo/a', 'foo/b')).toEqual([['Foo', 'foo']])
  expect(clashes('Foo/a', 'foo/A')).toEqual([['Foo', 'foo']])
  expect(clashes('x/\u00e9', 'x/e\u0301')).toEqual([['x/e\u0301', 'x/\u00e9']])
  expect(clashes('a', 'a.x', 'a/b')).toEqual([])
  expect(clashes('x/AB', 'x/Ab', 'x/ab', 'y/ab')).toEqual([['x/AB', 'x/Ab', 'x/ab']])
  expect(clashes('src/a.ts', 'src/b.ts', 'src')).toEqual([])
})

test('names that are the same after folding are always found', () =>
  fc.assert(
    fc.property(fc.uniqueArray(fc.stringMatching(/^[a-cA-C](\/[a-cA-C])?$/)), (paths) => {
      const folders = paths.flatMap((path) => (path.includes('/') ? [path[0]!] : []))
      const all = [...new Set([...paths, ...folders])]
      const isClash = new Set(all.map((path) => path.toLowerCase())).size < all.length
      expect(clashes(...paths).length > 0).toBe(isClash)
    }),
  ))
