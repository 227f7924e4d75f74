import { expect, test } from 'vitest'
import type { ChangedFile, Repositories } from '../../../execution/repositories/index.ts'
import type { CheckCoverage } from '../checks/tables.ts'
import { sentencesIn } from '../sentences/rules.ts'
import type { TaskWork } from '../workbench/index.ts'
import { factsOfChange } from './facts-of-change.ts'

const lockWith = (version: string) =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: { 'node_modules/left-pad': { version }, [`node_modules/of-${version}`]: { version: '1.0.0' } },
  })

const tree: Readonly<Record<string, string>> = {
  'src/cart.js': "import pad from 'left-pad'\nexport const cart = pad\n",
  'src/desk.js': "import { old } from './old.js'\n",
  'src/alone.js': 'export const alone = 1\n',
  'test/cart.test.js': "import { cart } from '../src/cart.js'\n",
  'test/more.test.js': "import { cart } from '../src/cart.js'\n",
  'test/desk.test.js': "import { shop } from '../src/stall/index.js'\n",
  'src/stall/index.js': "export * from '../cart.js'\n",
  'web/shop.html': '<link rel="stylesheet" href="old.css">\n',
  'src/new.js': 'export const neu = 1\n',
  'go/sum.go': 'package sum\n\nfunc Sum() int { return 1 }\n',
  'go/sum_test.go': 'package sum\n',
  'go/cmd/main.go': 'package main\n\nimport "example.com/shop/go"\n\nfunc main() {}\n',
  'app/price.py': 'def price(): return 1\n',
  'app/shop.py': 'from . import price\n',
  'tests/test_shop.py': 'from app.shop import shop\n',
  'lib/Till.java': 'class Till { Coin coin = new Coin(); }\n',
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
const file = (path: string, kind: ChangedFile['kind'], more: Partial<ChangedFile> = {}) =>
  ({ path, kind, ...more }) as unknown as ChangedFile
const reasonsOf = async (...asked: Parameters<typeof factsOf>) => (await factsOf(...asked)).map(({ reason }) => reason)
const factsOf = async (files: readonly ChangedFile[], coverage: CheckCoverage | null = null) => {
  const passed = (name: string, of: string) => ({ file: of, name, outcome: 'passed' as const })
  const report = { runner: 'node --test', tests: [passed('a', 'test/cart.test.js'), passed('b', 'test/cart.test.js')] }
  const facts = await factsOfChange(repositories, work, {
    compared: { mergeBase: 'base', files: [...files], truncated: false },
    checks: [{ phase: 'task', outcome: 'passed', report, coverage }],
    signal: new AbortController().signal,
  })
  return facts.map(({ kind, path, level, reason }) => ({ kind, path, level, reason }))
}
const level = 'note'

test('a removed file has the files that still name it, also pages, or no file', async () => {
  const kind = 'file_removed'
  expect(await factsOf([file('src/old.js', 'deleted'), file('src/gone.js', 'deleted')])).toEqual([
    {
      kind,
      path: 'src/old.js',
      level,
      reason: '“src/old.js” is removed, and other files still name it: “src/desk.js”.',
    },
    { kind, path: 'src/gone.js', level, reason: '“src/gone.js” is removed, and no program, page or setting names it.' },
  ])
  expect(await reasonsOf([file('web/old.css', 'deleted')])).toEqual([
    '“web/old.css” is removed, and other files still name it: “web/shop.html”.',
  ])
  expect(await reasonsOf([file('lib/Coin.java', 'deleted')])).toEqual([
    '“lib/Coin.java” is removed, and other files still name it: “lib/Till.java”.',
  ])
  expect(await reasonsOf([file('go/gone.go', 'deleted')])).toEqual([
    '“go/gone.go” is removed. Files of its package need not name it.',
  ])
})

test('a folder that loses its index is still named by files that load the folder', async () => {
  expect(await reasonsOf([file('src/stall/index.js', 'deleted')])).toEqual([
    '“src/stall/index.js” is removed, and other files still name it: “test/desk.test.js”.',
  ])
})

test('a renamed file has its earlier name, and the files that still have it', async () => {
  const from = (path: string) => ({ from: { path }, additions: 0, deletions: 0 })
  const [same] = await factsOf([file('src/new.js', 'renamed', from('src/old.js'))])
  expect(same).toMatchObject({
    kind: 'file_renamed',
    reason:
      '“src/new.js” was “src/old.js”, and nothing in it changed. Other files still have the earlier name: “src/desk.js”.',
  })
  const [changed] = await factsOf([file('src/new.js', 'renamed', { ...from('src/former.js'), additions: 2 })])
  expect(changed!.reason).toBe(
    '“src/new.js” was “src/former.js”, and its text changed as well. No other file has the earlier name.',
  )
})

test('a changed program has the test files that load it, also through other files, and how many of their tests pass', async () => {
  const kind = 'tests_load_file'
  expect(await factsOf([file('src/cart.js', 'modified'), file('src/alone.js', 'modified')])).toEqual([
    {
      kind,
      path: 'src/cart.js',
      level,
      reason:
        '“src/cart.js” is loaded by “test/cart.test.js”, “test/more.test.js”, “test/desk.test.js”. Tests there: 2 passed.',
    },
    { kind, path: 'src/alone.js', level, reason: 'No test file that was found loads “src/alone.js”.' },
  ])
  expect(await reasonsOf([file('app/price.py', 'modified')])).toEqual([
    '“app/price.py” is loaded through other files by “tests/test_shop.py”.',
  ])
  expect(await reasonsOf([file('go/sum.go', 'modified')])).toEqual(['“go/sum.go” is loaded by “go/sum_test.go”.'])
})

test('measured checks say whether they ran the changed lines of a program', async () => {
  const measured = (missed: CheckCoverage['changed'] & object): CheckCoverage => ({
    format: 'lcov',
    path: 'lcov.info',
    linesCovered: 8,
    linesTotal: 10,
    changed: missed,
  })
  const changed = { linesCovered: 2, linesTotal: 4, missed: [], notMeasured: [], isCut: false }
  const alone = [file('src/alone.js', 'modified', { additions: 3 })]
  const none = 'No test file that was found loads “src/alone.js”.'
  expect(await reasonsOf(alone, measured(changed))).toEqual([
    `${none} The checks ran each of its changed lines that can run.`,
  ])
  const missed = [{ path: 'src/alone.js', lines: [[2, 4] as const, [7, 7] as const] }]
  expect(await reasonsOf(alone, measured({ ...changed, missed }))).toEqual([
    `${none} Its changed lines that no check ran: 2–4, 7.`,
  ])
  expect(await reasonsOf(alone, measured({ ...changed, notMeasured: ['src/alone.js'] }))).toEqual([none])
})

test('a package that comes to another version has its programs and tests, and the lock file has its numbers', async () => {
  const path = 'package-lock.json'
  expect(await factsOf([file(path, 'modified')])).toEqual([
    {
      kind: 'lock_file_changed',
      path,
      level,
      reason: '“package-lock.json”: packages that come to another version: 1, new packages: 1, removed ones: 1.',
    },
    {
      kind: 'package_loaded',
      path,
      level,
      reason:
        'The package “left-pad” goes from 1.2.0 to 1.3.0. Programs that load it: “src/cart.js”. “left-pad” is loaded through other files by “test/cart.test.js”, “test/more.test.js”, “test/desk.test.js”. Tests there: 2 passed.',
    },
  ])
})

test('each fact is worded in German', async () => {
  const facts = [
    ...(await reasonsOf([file('package-lock.json', 'modified'), file('src/old.js', 'deleted')])),
    ...(await reasonsOf([file('src/cart.js', 'modified'), file('src/alone.js', 'modified'), file('x.css', 'deleted')])),
  ]
  expect(facts).toHaveLength(6)
  expect(
    facts.flatMap((fact) => sentencesIn(fact)).filter((part) => typeof part === 'string' && part.trim() !== ''),
  ).toEqual([])
})

test('documents have no facts, and read no tree', async () => {
  expect(await factsOf([file('README.md', 'modified')])).toEqual([])
})
