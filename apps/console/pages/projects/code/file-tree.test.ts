import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesIn, entriesIn, findPaths, foldersAbove } from './file-tree.ts'

const name = fc.stringMatching(/^[a-c.<é]{1,3}$/)
const paths = fc
  .uniqueArray(
    fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
    { maxLength: 40 },
  )
  // A tree of git has no file that is a folder too.
  .map((all) => all.filter((path) => !all.some((other) => other.startsWith(`${path}/`))))

test('walking folder by folder finds every file once, and the counts count the files below', () =>
  fc.assert(
    fc.property(paths, (all) => {
      const walk = (folder: string): string[] =>
        entriesIn(all, folder).flatMap(({ path, files }) => {
          if (files === undefined) return [path]
          const below = walk(path)
          expect(below).toHaveLength(files)
          return below
        })
      expect(walk('').sort()).toEqual([...all].sort())
    }),
  ))

test('folders come before files', () => {
  expect(entriesIn(['a.ts', 'z/b.ts', 'z/c/d.ts'], '').map(({ name: one }) => one)).toEqual(['z', 'a.ts'])
  expect(entriesIn(['a.ts', 'z/b.ts', 'z/c/d.ts'], 'z')).toEqual([
    { name: 'c', path: 'z/c', files: 1 },
    { name: 'b.ts', path: 'z/b.ts' },
  ])
  expect(foldersAbove('z/c/d.ts')).toEqual(['z', 'z/c'])
  expect(foldersAbove('a.ts')).toEqual([])
})

test('a folder’s date is the newest change inside it', () => {
  const changes = [{ files: ['src/b/c'] }, { files: ['README.md', 'src/a'] }]
  expect([...changesIn(changes, '')]).toEqual([
    ['src', changes[0]],
    ['README.md', changes[1]],
  ])
  expect([...changesIn(changes, 'src')]).toEqual([
    ['src/b', changes[0]],
    ['src/a', changes[1]],
  ])
})

test('a search wants every word, prefers the name of the file, and is bounded', () => {
  const all = ['src/cart/total.ts', 'src/total/cart.test.ts', 'README.md']
  expect(findPaths(all, 'CART total', 10)).toEqual(['src/cart/total.ts', 'src/total/cart.test.ts'])
  expect(findPaths(all, 'total', 1)).toEqual(['src/cart/total.ts'])
  expect(findPaths(all, 'cart test', 10)).toEqual(['src/total/cart.test.ts'])
  expect(findPaths(all, ' ', 10)).toEqual([])
})
