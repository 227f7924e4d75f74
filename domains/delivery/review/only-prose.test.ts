import { expect, test } from 'vitest'
import type { ChangedFile } from '../../../execution/repositories/index.ts'
import { areProse } from './only-prose.ts'

const modes = { modeBefore: '100644', modeAfter: '100644' }
const changed = (name: string, before: string | undefined, after: string | undefined, of: object = {}) => ({
  name,
  file: { path: name, kind: before === undefined ? 'added' : 'modified', ...modes, ...of } as ChangedFile,
  before,
  after,
})
const areOnlyProse = (...files: ReturnType<typeof changed>[]) =>
  areProse(files, { key: 'w', signal: new AbortController().signal })

test('a change of documents, comments and pictures of documents is prose, and one with anything else is not', async () => {
  const files = [
    changed('README.md', 'One.\n', 'Two.\n'),
    changed('docs/new.md', undefined, 'New.\n'),
    changed('a.ts', 'f()\n', '// Why.\nf()\n'),
    changed('c.ts', 'const f = (a) => g(a)\n', 'const f = (one) => g(one)\n'),
    changed('docs/plan.png', undefined, undefined, { kind: 'modified' }),
  ]
  expect(await areOnlyProse(...files)).toBe(true)
  expect(await areOnlyProse(...files, changed('b.ts', 'f()\n', 'g()\n'))).toBe(false)
  expect(await areOnlyProse()).toBe(false)
})

test.each([
  ['a link', changed('README.md', 'a', 'b', { modeAfter: '120000' })],
  ['an executable file', changed('README.md', 'a', 'b', { modeAfter: '100755' })],
  ['a deletion', changed('README.md', 'a', undefined, { kind: 'deleted' })],
  ['a new name', changed('README.md', 'a', 'b', { kind: 'renamed' })],
  ['a text that cannot be read', changed('README.md', 'a', undefined)],
  ['a picture of the product', changed('src/plan.png', undefined, undefined, { kind: 'modified' })],
  ['a comment of a test', changed('a.test.ts', 'f()\n', '// Why.\nf()\n')],
  ['a document of a test', changed('test/fixtures/README.md', 'One.\n', 'Two.\n')],
])('%s is not prose', async (_what, file) => {
  expect(await areOnlyProse(file)).toBe(false)
})
