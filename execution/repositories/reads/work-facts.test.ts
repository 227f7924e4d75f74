import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { importSample, openTestRepositories, Sample } from '../../../testing/repositories/samples.ts'
import { countChanges } from './work-facts.ts'

const world = await openTestRepositories()
afterAll(() => world.end())

const sourceOf = (round: number) =>
  `export const parseRange = (text) => {\n  const rounds = ${round}\n  return text\n}\n\nexport function renderRow(row) {\n  return [row, ${round}]\n}\n`

const scriptOf = (round: number) => sourceOf(round).replace('parseRange', 'tagRelease')

test('functions that commits changed often and that no test names, and marks with a day, are found', async () => {
  const sample = new Sample(join(world.folder, 'often'))
  sample
    .write('test/row.test.js', 'renderRow(1)\n')
    .write('src/due.js', '// TODO: remove after 2026-01-31\n// TODO: later\n')
    .write('package.json', '{ "engines": { "node": ">=20" } }\n')
    .write('src/old.js', '// TODO: use fetch when we drop Node 16\n// TODO: when we drop Node 20\n')
    .write('src/bill.js', 'import { parseRange } from "./range-text.js"\n// remove after 2026-02-01\n')
    // Nothing imports a script.
    .write('release/tag-all.js', scriptOf(0))
  const path = 'src/range-text.js'
  for (const round of [1, 2, 3, 4, 5])
    sample.write(path, sourceOf(round)).write('release/tag-all.js', scriptOf(round)).commit()
  const last = sample.write('vendor/due.js', '// TODO: remove after 2026-01-31\n').commit()
  await importSample(world, 'often', sample)
  expect(await world.repositories.reads.workFacts('often', last)).toEqual({
    postponed: [
      { path: 'src/bill.js', line: 2, text: '// remove after 2026-02-01' },
      { path: 'src/due.js', line: 1, text: '// TODO: remove after 2026-01-31' },
      {
        path: 'src/old.js',
        line: 1,
        text: '// TODO: use fetch when we drop Node 16',
        fulfilledBy: '"node": ">=20"',
      },
    ],
    untested: [{ path, name: 'parseRange', commits: 4 }],
  })
})

test('a function of a file that a test names, or whose caller it names, is not among them', async () => {
  const sample = new Sample(join(world.folder, 'named'))
  sample.write('test/all.test.js', 'import "../src/range-text.js"\n').write('src/range-text.js', sourceOf(0))
  sample.write('test/order.test.js', 'import { total } from "../src/order.js"\n')
  sample.write('src/order.js', 'import { parseRange } from "./price.js"\n').write('src/price.js', sourceOf(0))
  sample.write('src/sum_test.go', 'package a\n').write('src/sum.go', 'package a\n').commit()
  const go = (round: number) => `package a\n\nfunc Adds() int {\n\treturn ${round}\n}\n`
  let last = ''
  for (const round of [1, 2, 3, 4, 5])
    last = sample
      .write('src/range-text.js', sourceOf(round))
      .write('src/price.js', sourceOf(round))
      .write('src/sum.go', go(round))
      .commit()
  await importSample(world, 'named', sample)
  expect((await world.repositories.reads.workFacts('named', last)).untested).toEqual([])
})

const diffOf = (path: string, ...hunks: readonly string[]) =>
  [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, ...hunks, ''].join('\n')

test.each([
  ['src/a.py', '@@ -3 +3 @@ def parse_all(text):\n-    return 1\n+    return 2', 1],
  ['src/a.py', '@@ -3 +3 @@ def _parse_all(text):\n-    return 1\n+    return 2', 0],
  ['src/a.rs', '@@ -3 +3 @@ pub const fn parse_all() {\n-    1\n+    2', 1],
  ['src/a.rs', '@@ -3 +3 @@ fn parse_all() {\n-    1\n+    2', 0],
  ['a.go', '@@ -3 +3 @@ func (r *Router) ParseAll(x int) {\n-\treturn\n+\tpanic(x)', 1],
  ['a_test.go', '@@ -3 +3 @@ func ParseAll(x int) {\n-\treturn\n+\tpanic(x)', 0],
  ['src/a.ts', '@@ -3,0 +4,2 @@ export function parseAll() {\n+export const other = () => 1', 0],
  ['src/a.ts', '@@ -3 +4 @@ export function parseAll() {\n-const other = 1\n+const other = 2', 0],
  ['src/a.ts', '@@ -3 +4 @@ export const parseAll = async (x) => {\n-  return 1\n+  return 2', 1],
])('%s with %s is counted %i times', (path, hunk, times) => {
  const twice = `${hunk}\n${hunk}`
  expect(countChanges(diffOf(path, twice)).map(({ commits }) => commits)).toEqual(times === 0 ? [] : [1])
})
