import fc from 'fast-check'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { faultsIn, isLinkOutside, type ReviewedFile } from './review.ts'

const file = (change: Partial<ReviewedFile> & { readonly mode?: string }): ReviewedFile => ({
  name: 'src/a.txt',
  before: 'before\n',
  after: 'after\n',
  secretsBefore: [],
  secretsAfter: [],
  ...change,
  file: {
    path: 'src/a.txt',
    kind: 'modified',
    additions: 1,
    deletions: 1,
    binary: false,
    modeBefore: '100644',
    modeAfter: change.mode ?? '100644',
  },
})
const none = new Set<string>()

test('an ordinary change has no faults', () => {
  expect(faultsIn(file({}), none)).toEqual([])
})

test.each([
  ['conflict markers', { after: 'a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n' }, 'conflict markers'],
  ['conflict markers with CRLF', { after: '<<<<<<<\r\n' }, 'conflict markers'],
  ['a secret', { secretsAfter: ['private-key'] }, 'adds a secret (private-key)'],
  ['a second secret of an existing kind', { secretsBefore: ['k'], secretsAfter: ['k', 'k'] }, 'adds a secret (k)'],
  ['a submodule', { mode: '160000' }, 'submodule'],
  ['a .gitmodules file', { name: '.gitmodules' }, 'submodule'],
  ['a link to an absolute path', { mode: '120000', after: '/etc/passwd' }, 'leads out'],
  ['a link above the repository', { mode: '120000', after: '../../x' }, 'leads out'],
])('%s is reported as a fault', (_title, change, sentence) => {
  expect(faultsIn(file(change), none)).toEqual([expect.stringContaining(sentence)])
})

test('existing markers and secrets are not held against the change', () => {
  expect(faultsIn(file({ before: '<<<<<<< a\n', after: 'x\n<<<<<<< a\n' }), none)).toEqual([])
  expect(faultsIn(file({ secretsBefore: ['k'], secretsAfter: ['k'] }), none)).toEqual([])
})

test('a protected file cannot be added to the repository', () => {
  expect(faultsIn(file({}), new Set(['src/a.txt']))).toEqual([expect.stringContaining('protected')])
})

test('a link leaves the tree exactly when its resolved path does, at any step of it', () => {
  const part = fc.constantFrom('..', '.', 'a', 'b')
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 3 }), (parts, depth) => {
      const path = [...Array.from({ length: depth }, () => 'd'), 'link'].join('/')
      const steps = parts.map((_part, at) => posix.join(posix.dirname(path), ...parts.slice(0, at + 1)))
      expect(isLinkOutside(path, parts.join('/'))).toBe(steps.some((step) => step.startsWith('..')))
    }),
  )
})
