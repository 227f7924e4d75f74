import { expect, test } from 'vitest'
import type { Repositories } from '../../../execution/repositories/index.ts'
import { namesNotFound } from './names-not-found.ts'

const notFoundIn = (tree: Readonly<Record<string, string | undefined>>, names: readonly string[]) => {
  const repositories = {
    pathsOf: async () => Object.keys(tree),
    readFiles: async (_id: string, { paths }: { paths: readonly { path: string }[] }) =>
      paths.map(({ path }) => (tree[path] === undefined ? undefined : { content: Buffer.from(tree[path]) })),
  } as unknown as Repositories
  const work = { repository: { id: 'a' }, task: { headSha: 'head' } }
  const context = { signal: new AbortController().signal }
  return namesNotFound({ parts: { repositories }, context, work }, [{ path: 'changed.js' }], names)
}

test('a name is sought as a word, in every file that did not change', async () => {
  const tree = { 'changed.js': 'total()', 'a.js': 'subtotal(total_of)', 'settings.yml': 'call: total-of' }
  expect(await notFoundIn(tree, ['total', 'sum', 'subtotal'])).toEqual(['sum'])
  expect(await notFoundIn({ 'changed.js': 'total()', 'a.js': 'subtotal(total_of, $total)' }, ['total'])).toEqual([
    'total',
  ])
})

test.each(["export * from './a.js'", "export*from './a.js'", 'export\n* from "./a.js"'])(
  'a star is found in %j',
  async (text) => {
    expect(await notFoundIn({ 'a.js': text }, ['export *', 'import *'])).toEqual(['import *'])
  },
)

test('a program that is too large to read may have every name, and a picture has none', async () => {
  expect(await notFoundIn({ 'large.js': undefined }, ['total'])).toEqual([])
  expect(await notFoundIn({ 'large.png': undefined }, ['total'])).toEqual(['total'])
})

test('a name of settings is sought only in settings', async () => {
  const names = ['money (setting)', 'exports (setting)']
  const tree = { 'a.js': 'exports.a = money', 'package-lock.json': '{ "exports": 1 }', 'README.md': 'money' }
  expect(await notFoundIn(tree, names)).toEqual(names)
  expect(await notFoundIn({ 'package.json': '{ "main": "src/money.js" }' }, names)).toEqual(['exports (setting)'])
})
