import { expect, test } from 'vitest'
import type { ChangedFile, Repositories } from '../../../execution/repositories/index.ts'
import type { TaskWork } from '../workbench/index.ts'
import { factsOfChange } from './facts-of-change.ts'

const lockWith = (version: string) =>
  JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/left-pad': { version } } })

const tree: Readonly<Record<string, string>> = {
  'src/cart.js': "import pad from 'left-pad'\nexport const cart = pad\n",
  'src/desk.js': "import { old } from './old.js'\n",
  'src/alone.js': 'export const alone = 1\n',
  'test/cart.test.js': "import { cart } from '../src/cart.js'\n",
  'test/more.test.js': "import { cart } from '../src/cart.js'\n",
  'package-lock.json': lockWith('1.3.0'),
}
const before: Readonly<Record<string, string>> = { ...tree, 'package-lock.json': lockWith('1.2.0') }
const textAt = (commit: string, path: string) => {
  const text = (commit === 'head' ? tree : before)[path]
  return text === undefined ? undefined : { content: Buffer.from(text) }
}

const repositories = {
  pathsOf: async () => Object.keys(tree),
  readFile: async (_id: string, { commit, path }: { commit: string; path: { path: string } }) =>
    textAt(commit, path.path),
  readFiles: async (_id: string, { commit, paths }: { commit: string; paths: readonly { path: string }[] }) =>
    paths.map(({ path }) => textAt(commit, path)),
} as unknown as Repositories

const work = { repository: { id: 'a' }, task: { baseSha: 'base', headSha: 'head' } } as unknown as TaskWork
const file = (path: string, kind: ChangedFile['kind']) => ({ path, kind }) as unknown as ChangedFile
const factsOf = async (files: readonly ChangedFile[]) => {
  const passed = (name: string, of: string) => ({ file: of, name, outcome: 'passed' as const })
  const report = { runner: 'node --test', tests: [passed('a', 'test/cart.test.js'), passed('b', 'test/cart.test.js')] }
  const facts = await factsOfChange(repositories, work, {
    compared: { mergeBase: 'base', files: [...files], truncated: false },
    checks: [{ phase: 'task', outcome: 'passed', report }],
    signal: new AbortController().signal,
  })
  return facts.map(({ kind, path, level, reason }) => ({ kind, path, level, reason }))
}
const level = 'note'

test('a removed file has the programs that still name it, or that none does', async () => {
  const kind = 'file_removed'
  expect(await factsOf([file('src/old.js', 'deleted'), file('src/gone.js', 'deleted')])).toEqual([
    { kind, path: 'src/old.js', level, reason: '“src/old.js” is removed, and “src/desk.js” still names it.' },
    { kind, path: 'src/gone.js', level, reason: '“src/gone.js” is removed, and no program names it.' },
  ])
})

test('a changed program has the test files that load it, with how many of their tests pass', async () => {
  const kind = 'tests_load_file'
  expect(await factsOf([file('src/cart.js', 'modified'), file('src/alone.js', 'modified')])).toEqual([
    {
      kind,
      path: 'src/cart.js',
      level,
      reason: '“test/cart.test.js” and 1 more load “src/cart.js”, with 2 tests that pass.',
    },
    { kind, path: 'src/alone.js', level, reason: 'No test file loads “src/alone.js” itself.' },
  ])
})

test('a package that comes to another version has the programs that load it', async () => {
  expect(await factsOf([file('package-lock.json', 'modified')])).toEqual([
    {
      kind: 'package_loaded',
      path: 'package-lock.json',
      level,
      reason: '“left-pad” goes from 1.2.0 to 1.3.0; “src/cart.js” loads it.',
    },
  ])
})

test('documents have no facts, and read no tree', async () => {
  expect(await factsOf([file('README.md', 'modified')])).toEqual([])
})
