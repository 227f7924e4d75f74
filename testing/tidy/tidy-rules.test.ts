import { expect, test } from 'vitest'
import { findingsOf, type RuleName, sentenceOf, treeOf } from './index.ts'

type Files = readonly (readonly [path: string, text: string])[]

const lines = (count: number, text: (n: number) => string = (n) => `f(${n})`) =>
  Array.from({ length: count }, (_, n) => text(n)).join('\n')
const places = (rule: RuleName, ...files: Files) =>
  findingsOf(treeOf(files), rule).map(({ path, line }) => `${path}:${line}`)

// In pieces, because this file is read by the same rules.
const named = ['reg', 'istry'].join('')
const call = ['te', 'st'].join('')

const spread = '...'

const recording = `import { record } from '../../../platform/audit/index.ts'`

const times = ['migrations/0001_a.sql', 'create table a (a_at timestamptz(3), b_at timestamptz);'] as const

const schema = ['migrations/0001_a.sql', 'create table a (id uuid);\ncreate table b (id uuid);'] as const

const glossary = [
  'docs/glossary.md',
  '## Not in names\n\n| word | instead |\n|---|---|\n| guest | client |\n\n## After\n\n| seat | chair |',
] as const

const served = ['apps/server/main.ts', `import { a } from '../../platform/a.ts'`] as const
const parsing = ['platform/parse.ts', `import { parse } from 'yaml'`] as const

const allowed: [RuleName, ...Files][] = [
  ['expressions', ['platform/a.ts', 'const a = /[a-z]+$/y\nconst b = /\\s{1,99}$/\nconst c = /(?<!\\s)\\s+$/']],
  ['expressions', ['platform/a.test.ts', 'const b = /\\s+$/'], ['testing/a.ts', 'const b = /\\s+$/']],
  ['outsideBytes', served, ['platform/a.ts', `import type { B } from './parse.ts'`], parsing],
  ['floors', ['platform/db/a.ts', `import { b } from '../storage/b.ts'`], ['platform/storage/b.ts', '']],
  ['consoleFloors', ['apps/console/pages/a.ts', `import '../parts/b.ts'\nimport '../portal/pages/c.ts'`]],
  ['packing', ['platform/a.ts', 'const a = { ...b, ...(c && { d }) }\nconst [e, f] = g()\n;[e, f] = [f, e]']],
  ['packing', ['platform/a.ts', 'for (let [at, end] = [0, 9]; at < end; at++) f(...b)']],
  [
    'areas',
    ['domains/delivery/a/store.ts', `import { b } from '../../code/b/index.ts'\nimport { c } from '../c/index.ts'`],
    ['domains/code/b/b.test.ts', `import { a } from '../../delivery/a/index.ts'`],
    ['domains/index.ts', `import a from './delivery/a/domain.ts'`],
  ],
  [
    'circles',
    ['platform/a.ts', `import { b } from './b.ts'\nimport { c } from './c.ts'`],
    ['platform/b.ts', `import { c } from './c.ts'`],
    ['platform/c.ts', ''],
  ],
  ['tables', schema, ['domains/area/a/store.ts', 'q(`insert into a values (1)`)\nq(`select id from a`)']],
  [
    'tables',
    schema,
    ['domains/area/a/store.ts', 'q(`insert into a values (1)`)'],
    ['domains/area/b/store.ts', 'q(`select id from b where $' + '{isLive(`b.a_id`)}`)'],
  ],
  [
    'tables',
    schema,
    ['domains/area/a/store.ts', 'q(`update a set id = 1`)'],
    ['platform/access/store.ts', 'q(`select id from a`)'],
    ['platform/access/reads.ts', `export const reads = ['a'] as const`],
  ],
  [
    'tables',
    schema,
    ['domains/area/a/store.ts', 'q(`update a set id = 1`)'],
    ['domains/area/b/b.test.ts', 'q(`delete from a`)'],
  ],
  [
    'imports',
    ['domains/area/a/store.ts', `import { x } from '../../../platform/db/x.ts'\nimport { y } from '../b/index.ts'`],
  ],
  ['imports', ['execution/harness/native/a.ts', `import { b } from '../lines.ts'\nimport type { C } from '../run.ts'`]],
  ['imports', ['apps/server/main.ts', `import a from '../../domains/area/a/index.ts'`]],
  ['imports', ['domains/area/a/contract.ts', `import { Type } from 'typebox'\nimport { B } from '../b/contract.ts'`]],
  ['imports', ['domains/area/a/rules.ts', `import type { Row } from './tables.ts'`]],
  ['imports', ['execution/a/a.test.ts', `import { openDatabase } from '../../platform/db/database.ts'`]],
  ['imports', ['domains/area/a/a.test.ts', `import { scene } from '../../../testing/scene.ts'`]],
  ['imports', ['packages/sdk/src/client.ts', `import { send } from './request.ts'`]],
  ['imports', ['packages/sdk/src/a.test.ts', `import { scene } from '../../../testing/scene.ts'`]],
  ['imports', ['packages/sdk/generate.ts', `import { contract } from '../../platform/contract/index.ts'`]],
  ['statements', ['domains/area/a/store.ts', 'const q = `select id from a`']],
  ['statements', ['domains/area/a/rules.ts', `const message = 'select a plan to go on'`]],
  ['statements', ['domains/area/a/a.test.ts', `const q = 'delete from a'`]],
  [
    'rounding',
    times,
    [
      'domains/area/a/store.ts',
      'q(`a_at <= now()::timestamptz(3) or a_at < now() or a_at > now() - days or b_at <= now()`)',
    ],
  ],
  ['programs', ['apps/cli/a.ts', 'const b = 1\ntry {\n  f(b)\n} finally {\n  f(b)\n}\nfunction f() {}']],
  ['exported', ['platform/a.ts', 'export const a = 1'], ['platform/b.ts', `import { a } from './a.ts'`]],
  ['exported', ['domains/area/a/tables.ts', 'export const lonely = 1']],
  ['exported', ['platform/a.ts', 'const file = `\nexport const lonely = 1\n`\nf(file)']],
  [
    'timeLimits',
    ['a.test.ts', 'test("a", () => {}, 600_000)\nexpect.poll(f, { interval: 5 })\nspawn("a", { timeout: 9 })'],
  ],
  ['sizes', ['platform/a.ts', lines(400)]],
  ['sizes', ['platform/a.ts', `const f = () => {\n${lines(78)}\n}`]],
  ['sizes', ['apps/console/parts/a.css', lines(400, () => '.a {}')]],
  ['sizes', ['apps/console/a.tsx', `const Page = () => {\n${lines(118)}\n}`]],
  [
    'sizes',
    ['a.test.ts', `describe('a', () => {\n${lines(90)}\n})\ndescribe.each([1])('b', () => {\n${lines(90)}\n})`],
  ],
  [
    'names',
    ['domains/area/a/contract.ts', `export const createA = operation({})`],
    ['domains/area/a/operations/create-a.ts', ''],
  ],
  ['names', ['platform/crypto/data-key.ts', '']],
  [
    'pagesOfLists',
    ['apps/console/a.tsx', 'const { rows, ...rest } = usePages(listA)\nconst { rows: b, more } = usePages(listB)'],
  ],
  ['clock', ['domains/area/a/rules.ts', 'const due = new Date(then.getTime() + 5)']],
  ['clock', ['domains/area/a/store.ts', 'const due = Date.now()']],
  ['removers', ['platform/removals/a.ts', `import type { ObjectRemover } from '../storage/index.ts'`]],
  ['comments', ['platform/a.ts', '// one\n// two\n// three\nf()\n// four']],
  ['comments', ['platform/a.ts', '/**\n * 1\n * 2\n * 3\n * 4\n */\nconst a = 1']],
  ['comments', ['platform/a.ts', `const text = '// TODO'`]],
  [
    'wordsInNames',
    glossary,
    ['platform/a.ts', 'const guests = { guest: 1 }\nconst { guest } = guests\nconst seat = 1'],
  ],
  ['wordsInNames', ['platform/guest.ts', 'const guest = 1']],
  ['wordsInNames', ['platform/a.ts', 'export interface ToldFrame { told: string }\nexport const told = 1']],
  ['words', ['a.test.ts', `test.skipIf(!root)('root: enters', () => {})\ncontext.skip('There is no browser here')`]],
  ['words', ['docs/errors.md', 'Made from the contracts: nobody writes it by hand.']],
  ['openers', ['domains/a/b/c.ts', '/** Returns the page. */\nexport const f = () => 1']],
  ['openers', ['domains/a/b/c.ts', '/** True if the row exists. */\nfunction f() {}']],
  ['openers', ['domains/a/b/c.ts', '/** Names of the keys; undefined without any. */\nconst f = () => []']],
  ['openers', ['domains/a/b/c.ts', '/** Whether the row exists. */\nconst isThere = true']],
  ['words', ['a.test.ts', `${call}.skip('cannot run here: no namespaces', () => {})`]],
  [
    'events',
    ['domains/area/a/contract.ts', `const a = { audit: { action: 'a.make', event: 'a.made' } }`],
    ['domains/area/a/move.ts', `${recording}\nrecord(tx, undefined, { name: 'a.made' })`],
    ['domains/area/b/move.ts', `${recording}\nrecord(tx, { action: 'a.made' }, { name: 'b.made' })`],
    ['domains/area/c/rules.ts', `export const followed = ['a.made']`],
    ['domains/area/c/c.test.ts', `${recording}\nrecord(tx, undefined, { name: 'a.made' })`],
  ],
  [
    'scaffolding',
    ['platform/a.ts', ''],
    ['platform/a.test.ts', `import { a } from './a.ts'`],
    ['apps/main.ts', `import { a } from '../platform/a.ts'`],
  ],
  ['scaffolding', ['testing/a.ts', ''], ['platform/a.test.ts', `import { a } from '../testing/a.ts'`]],
  [
    'styleSheets',
    ['apps/console/main.tsx', `import './styles/a.css'\nimport('./pages/a/a.tsx')`],
    ['apps/console/styles/a.css', '.panel {}\nb {}'],
    ['apps/console/pages/a/a.tsx', '<b className="panel one" />'],
    ['apps/console/pages/a/a.css', '@media print {\n  .panel .one { color: red; i & {} }\n}\n.own:not(.panel) {}'],
    ['apps/console/pages/b/b.tsx', `import './c.tsx'\n;<b className={is ? 'panel own' : ''} />`],
    ['apps/console/pages/b/c.tsx', `import '../a/a.css'`],
  ],
]

const refused: [RuleName, string, ...Files][] = [
  ['expressions', 'platform/a.ts:2', ['platform/a.ts', 'const a = /a/\nconst b = /\\s+$/']],
  ['expressions', 'apps/console/a.tsx:1', ['apps/console/a.tsx', "const a = new RegExp('(a+)+$', 'u')"]],
  ['expressions', 'packages/sdk/src/a.ts:1', ['packages/sdk/src/a.ts', "const a = RegExp('<(.*)>')"]],
  ['outsideBytes', 'platform/parse.ts:1', served, ['platform/a.ts', `import { b } from './parse.ts'`], parsing],
  [
    'imports',
    'packages/sdk/src/client.ts:1',
    ['packages/sdk/src/client.ts', `import type { Operation } from '../../../platform/contract/index.ts'`],
  ],
  ['imports', 'packages/sdk/src/client.ts:1', ['packages/sdk/src/client.ts', `import { once } from 'node:events'`]],
  ['imports', 'apps/cli/a.ts:1', ['apps/cli/a.ts', `import { openAtelier } from '../../packages/sdk/src/index.ts'`]],
  ['imports', 'execution/harness/acp/a.ts:1', ['execution/harness/acp/a.ts', `import { b } from '../registry.ts'`]],
  ['imports', 'execution/git-index/a.ts:1', ['execution/git-index/a.ts', `import { b } from '../../platform/b.ts'`]],
  ['packing', 'platform/a.ts:2', ['platform/a.ts', `const a = {\n${spread}{ b, c },\n}`]],
  ['packing', 'platform/a.ts:1', ['platform/a.ts', `f(${spread}[b, c])`]],
  ['packing', 'platform/a.ts:1', ['platform/a.ts', 'const [a, b] = [c(), d()]']],
  ['packing', 'apps/console/a.tsx:1', ['apps/console/a.tsx', `const a = <Field {${spread}{ b, c }} />`]],
  ['areas', 'domains/code/b/store.ts:1', ['domains/code/b/store.ts', `import { a } from '../../delivery/a/index.ts'`]],
  [
    'areas',
    'domains/code/b/contract.ts:1',
    ['domains/code/b/contract.ts', `import type { A } from '../../record/a/contract.ts'`],
  ],
  [
    'areas',
    'domains/growth/a/store.ts:1',
    ['domains/growth/a/store.ts', `import { b } from '../../billing/b/index.ts'`],
  ],
  ['areas', 'domains/area/a/store.ts:1', ['domains/area/a/store.ts', '']],
  [
    'circles',
    'execution/a/one.ts:1',
    ['execution/a/one.ts', `import { two } from '../b/two.ts'`],
    ['execution/a/three.ts', ''],
    ['execution/b/two.ts', ''],
    ['execution/b/four.ts', `import { three } from '../a/three.ts'`],
  ],
  [
    'floors',
    'platform/storage/a.ts:1',
    ['platform/storage/a.ts', `import { b } from '../db/b.ts'`],
    ['platform/db/b.ts', ''],
  ],
  ['consoleFloors', 'apps/console/api/a.ts:1', ['apps/console/api/a.ts', `import { b } from '../parts/b.ts'`]],
  [
    'circles',
    'domains/area/a/store.ts:1',
    ['domains/area/a/index.ts', ''],
    ['domains/area/a/store.ts', `import { b } from '../b/index.ts'`],
    ['domains/area/b/index.ts', ''],
    ['domains/area/b/store.ts', `import { a } from '../a/index.ts'`],
  ],
  [
    'tables',
    'domains/area/b/store.ts:2',
    schema,
    ['domains/area/a/store.ts', 'q(`insert into a values (1)`)'],
    ['domains/area/b/store.ts', 'f()\nq(`select b.id from b join a on a.id = b.id`)'],
  ],
  [
    'tables',
    'domains/area/b/store.ts:1',
    schema,
    ['domains/area/a/store.ts', 'q(`insert into a values (1)`)'],
    ['domains/area/b/store.ts', 'q(`select id from a`)'],
    ['domains/area/b/tables.ts', `export const a = table('a', { id: 'uuid' })`],
  ],
  [
    'tables',
    'domains/area/b/store.ts:1',
    schema,
    ['domains/area/a/store.ts', 'q(insertInto(rows, []))'],
    ['domains/area/a/tables.ts', `export const rows = table('a', { id: 'uuid' })`],
    ['domains/area/b/store.ts', 'q(`select id from a`)'],
  ],
  [
    'tables',
    'platform/access/store.ts:1',
    schema,
    ['domains/area/a/store.ts', 'q(`update a set id = 1`)'],
    ['platform/access/store.ts', 'q(`select id from a`)'],
  ],
  ['imports', 'platform/a.ts:2', ['platform/a.ts', `f()\nimport { x } from '../execution/x.ts'`]],
  ['imports', 'execution/a.ts:1', ['execution/a.ts', `export * from '../domains/x/index.ts'`]],
  [
    'imports',
    'domains/area/a/store.ts:1',
    ['domains/area/a/store.ts', `import type { X } from '../../../apps/server/x.ts'`],
  ],
  [
    'imports',
    'execution/a/b.ts:1',
    ['execution/a/b.ts', `import type { Database } from '../../platform/db/database.ts'`],
  ],
  ['imports', 'execution/a/b.ts:1', ['execution/a/b.ts', `import { x } from '../../platform/jobs/store.ts'`]],
  ['imports', 'domains/area/a/store.ts:1', ['domains/area/a/store.ts', `import { x } from '../b/store.ts'`]],
  ['imports', 'domains/area/a/store.ts:1', ['domains/area/a/store.ts', `const x = await import('../b/store.ts')`]],
  ['imports', 'domains/area/a/contract.ts:1', ['domains/area/a/contract.ts', `import { x } from './store.ts'`]],
  ['imports', 'domains/area/a/rules.ts:1', ['domains/area/a/rules.ts', `import { readFile } from 'node:fs/promises'`]],
  ['imports', 'domains/area/a/rules.ts:1', ['domains/area/a/rules.ts', `import { table } from './tables.ts'`]],
  ['imports', 'platform/a.ts:1', ['platform/a.ts', `import { scene } from '../testing/scene.ts'`]],
  ['imports', 'platform/contract/a.ts:1', ['platform/contract/a.ts', `import { x } from 'node:fs'`]],
  ['imports', 'platform/contract/b.ts:1', ['platform/contract/b.ts', `import type { X } from '../handler/index.ts'`]],
  ['imports', 'platform/client/a.ts:1', ['platform/client/a.ts', `import { x } from 'undici'`]],
  ['imports', 'apps/console/a.tsx:1', ['apps/console/a.tsx', `import { x } from '../../domains/area/a/index.ts'`]],
  ['programs', 'apps/cli/a.ts:6', ['apps/cli/a.ts', 'try {\n  f()\n} finally {\n  f()\n}\nconst b = 1']],
  ['exported', 'platform/a.ts:2', ['platform/a.ts', 'f()\nexport const lonely = 1\nf(lonely)']],
  ['exported', 'platform/a.ts:1', ['platform/a.ts', 'export interface Lonely {}']],
  ['exported', 'platform/a.ts:1', ['platform/a.ts', 'export const tried = 1'], ['platform/a.test.ts', 'f(tried)']],
  ['timeLimits', 'a.test.ts:2', ['a.test.ts', 'f()\ntest("a", () => {}, 60_000)']],
  ['timeLimits', 'a.test.ts:1', ['a.test.ts', 'test("a", { timeout: 60_000 }, () => {})']],
  ['timeLimits', 'a.test.ts:1', ['a.test.ts', 'expect.poll(f, { timeout: 60_000 })']],
  ['timeLimits', 'a.test.ts:1', ['a.test.ts', 'expect(performance.now() - began).toBeLessThan(5_000)']],
  ['rounding', 'domains/area/a/store.ts:2', times, ['domains/area/a/store.ts', 'f()\nq(`a_at <= now() limit 5`)']],
  ['rounding', 'a.test.ts:1', times, ['a.test.ts', "q('a.a_at > now()')"]],
  ['statements', 'domains/area/a/operations/a.ts:1', ['domains/area/a/operations/a.ts', 'q(`select id from a`)']],
  ['statements', 'execution/a.ts:2', ['execution/a.ts', 'f()\nq(`\n  update a set b = $1 where id = $2`)']],
  ['statements', 'execution/a/store.ts:1', ['execution/a/store.ts', 'q(`select id from a`)']],
  ['statements', 'platform/a/store.ts:2', ['platform/a/store.ts', 'f()\nq(`select a from b where id = $1`)']],
  ['sizes', 'platform/a.ts:401', ['platform/a.ts', lines(401)]],
  ['sizes', 'apps/console/pages/a-page.tsx:201', ['apps/console/pages/a-page.tsx', lines(201)]],
  ['sizes', 'platform/a.ts:1', ['platform/a.ts', `const f = () => {\n${lines(79)}\n}`]],
  ['sizes', 'apps/console/parts/a.css:401', ['apps/console/parts/a.css', lines(401, () => '.a {}')]],
  ['sizes', 'apps/console/a.tsx:1', ['apps/console/a.tsx', `const Page = () => {\n${lines(119)}\n}`]],
  ['names', 'platform/utils.ts:1', ['platform/utils.ts', '']],
  ['names', 'platform/common/cursor.test.ts:1', ['platform/common/cursor.test.ts', '']],
  ['names', 'platform/session-manager.ts:1', ['platform/session-manager.ts', '']],
  ['names', 'platform/openBundle.ts:1', ['platform/openBundle.ts', '']],
  ['names', 'domains/area/a/operations/make-a.ts:1', ['domains/area/a/operations/make-a.ts', '']],
  ['pagesOfLists', 'apps/console/a.tsx:2', ['apps/console/a.tsx', 'f()\nconst { rows, total } = usePages(listA)']],
  ['pagesOfLists', 'apps/console/a.tsx:1', ['apps/console/a.tsx', 'const list = usePages(listA)']],
  [
    'removers',
    'domains/area/a/a.ts:1',
    ['domains/area/a/a.ts', `import type { ObjectRemover } from '../../../platform/storage/index.ts'`],
  ],
  ['clock', 'domains/area/a/rules.ts:2', ['domains/area/a/rules.ts', 'f()\nconst now = new Date()']],
  ['comments', 'platform/a.ts:2', ['platform/a.ts', 'f()\n// 1\n// 2\n// 3\n// 4']],
  ['comments', 'platform/a.ts:1', ['platform/a.ts', '/*\n 1\n 2\n*/']],
  ['comments', 'platform/a.ts:1', ['platform/a.ts', 'f() // TODO later']],
  ['words', 'README.md:1', ['README.md', `From https://${named}.example.org/x`]],
  ['words', '.npmrc:2', ['.npmrc', `fund=false\n${named}=https://packages.example.org`]],
  ['words', 'README.md:1', ['README.md', `${['Co-authored', 'by'].join('-')}: someone`]],
  ['words', 'docs/a.md:2', ['docs/a.md', 'A page.\nThe server tells nobody.']],
  ['words', 'docs/a.md:1', ['docs/a.md', `see ${['', 'work', 'main'].join('/')}`]],
  ['wordsInNames', 'platform/a.ts:2', glossary, ['platform/a.ts', 'f()\nconst newGuest = 1']],
  ['wordsInNames', 'platform/a.ts:1', glossary, ['platform/a.ts', 'const f = (guest: string) => guest']],
  ['wordsInNames', 'platform/a.ts:1', glossary, ['platform/a.ts', 'export interface GuestRow {}']],
  ['wordsInNames', 'platform/guest-row.test.ts:1', glossary, ['platform/guest-row.test.ts', '']],
  ['wordsInNames', 'platform/a.ts:2', ['platform/a.ts', '\nexport interface Told {}']],
  ['wordsInNames', 'platform/a.ts:1', ['platform/a.ts', 'export type Place = { line: number }']],
  ['wordsInNames', 'apps/console/a.tsx:1', ['apps/console/a.tsx', 'export const Wrong = () => null']],
  ['wordsInNames', 'platform/a.ts:1', ['platform/a.ts', 'type Asked = { line: number }']],
  ['openers', 'domains/a/b/c.ts:2', ['domains/a/b/c.ts', '\n/** Whether the row exists. */\nconst f = () => 1']],
  ['openers', 'domains/a/b/c.ts:1', ['domains/a/b/c.ts', '/**\n * Keeps the row.\n */\nexport function f() {}']],
  ['openers', 'domains/a/b/c.ts:1', ['domains/a/b/c.ts', '/** Undefined without a key. */\nconst f = () => 1']],
  ['openers', 'domains/a/b/c.ts:1', ['domains/a/b/c.ts', '/** True for a row. */\nconst f = () => 1']],
  ['words', 'a.test.ts:1', ['a.test.ts', `${call}.only('x', f)`]],
  ['words', 'a.test.ts:1', ['a.test.ts', `${call}.skip('x', f)`]],
  [
    'scaffolding',
    'platform/a.ts:1',
    ['platform/a.ts', ''],
    ['platform/a.test.ts', `import { a } from './a.ts'`],
    ['bench/a.ts', `import { a } from '../platform/a.ts'`],
  ],
  [
    'styleSheets',
    'apps/console/a/a.css:2',
    ['apps/console/main.tsx', `import('./a/a.tsx')\nimport('./b/b.tsx')`],
    ['apps/console/a/a.css', '.own {}\n.ask .own, .ask:not(.own) {}'],
    ['apps/console/a/a.tsx', '<b className="ask own" />'],
    ['apps/console/b/b.tsx', '<b className={is ? `dialog ask` : is} />'],
  ],
]

test.each(allowed)('%s allows %j', (rule, ...files) => {
  expect(places(rule, ...files)).toEqual([])
})

test.each(refused)('%s refuses %s', (rule, place, ...files) => {
  expect(places(rule, ...files)).toEqual([place])
})

test('a class with rules of its own in two late sheets is reported in both', () => {
  const found = places(
    'styleSheets',
    ['apps/console/a/a.css', '.own .one {}'],
    ['apps/console/a/b.css', '.own {}'],
    ['apps/console/a/c/c.css', '\n@media print { .own {} }'],
    ['apps/console/a/c/c.tsx', '<b className="own one" />'],
  )
  expect(found).toEqual(['apps/console/a/b.css:1', 'apps/console/a/c/c.css:2'])
})

test('a finding reports its place, the problem and the replacement', () => {
  const [finding] = findingsOf(treeOf([['domains/area/a/store.ts', `import { x } from '../b/store.ts'`]]), 'imports')
  expect(sentenceOf(finding!)).toBe(
    'domains/area/a/store.ts:1: imports domains/area/b/store.ts. Import domains/area/b/index.ts, and export there what others may use.',
  )
})

test('a second writer is reported at each of its writes', () => {
  const files: Files = [
    schema,
    ['domains/area/a/store.ts', 'q(`insert into a values (1)`)'],
    ['domains/area/b/store.ts', 'q(`with x as (delete from a returning id) select id from x`)'],
  ]
  expect(findingsOf(treeOf(files), 'tables').map(sentenceOf)).toEqual([
    'domains/area/a/store.ts:1: writes a, as domains/area/b does. Let one of them write it, and export a verb from its index.ts.',
    'domains/area/b/store.ts:1: writes a, as domains/area/a does. Let one of them write it, and export a verb from its index.ts.',
  ])
})

test('an event of two domains is reported where each writes it', () => {
  const files: Files = [
    ['domains/area/a/contract/b.ts', `f()\nconst b = { audit: { action: 'b.make', event: 'b.made' } }`],
    ['domains/area/b/move.ts', `${recording}\nrecord(tx, undefined, about('b.made'))`],
  ]
  expect(findingsOf(treeOf(files), 'events').map(sentenceOf)).toEqual([
    'domains/area/a/contract/b.ts:2: writes the event b.made, as domains/area/b does. Let one of them write it, in a verb that its index.ts exports.',
    'domains/area/b/move.ts:2: writes the event b.made, as domains/area/a does. Let one of them write it, in a verb that its index.ts exports.',
  ])
})
