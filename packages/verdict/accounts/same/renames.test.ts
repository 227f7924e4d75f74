import { expect, test } from 'vitest'
import { doesTheSame } from './index.ts'
import { renamesOf, withRenames } from './renames.ts'

type Sides = readonly [path: string, before: string, after: string]

const namedElsewhere = async (name: string) => name.startsWith('known') || name.endsWith('*')
const nowhere = async () => false

const js = `import { g } from './g.js'\n\nexport const f = (count) => {\n  const total = count + 1\n  return g(\`\${total}\`, total)\n}\n`
const py =
  'from g import g\n\n\ndef f(count):\n    total = count + 1\n    for one in total:\n        g(one)\n    return f"{total}"\n'
const go = 'package a\n\nfunc f(count int) int {\n\ttotal := count + 1\n\treturn g(total)\n}\n'
const renamed = (text: string, from: string, to: string) => text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to)

const renames: readonly Sides[] = [
  ['a.js', js, renamed(js, 'total', 'sum')],
  ['a.ts', js, renamed(js, 'count', 'size')],
  ['a.js', js, renamed(renamed(js, 'total', 'sum'), 'count', 'size')],
  ['a.js', `function one() {}\none()\n`, `function two() {}\ntwo()\n`],
  ['a.js', 'const f = (a) => b(a, c.a)\n', 'const f = (d) => b(d, c.a)\n'],
  ['a.py', py, renamed(py, 'total', 'sum_of')],
  ['a.py', py, renamed(py, 'one', 'each')],
  ['a.go', go, renamed(go, 'total', 'sum')],
  ['a.go', go, renamed(go, 'count', 'size')],
]

test.each(renames)('in %s, %j with the new names is %j', async (path, before, after) => {
  const map = await renamesOf([{ path, before, after }], nowhere)
  expect(await doesTheSame({ path, before: await withRenames(path, before, map), after })).toBe(true)
})

const others: readonly Sides[] = [
  ['a use that stays', js, js.replace('total = ', 'sum = ')],
  ['a name that was there', js, renamed(js, 'total', 'count')],
  ['a name that was there as another', js, renamed(js, 'total', 'g')],
  ['a value that changes with it', js, renamed(js, 'total', 'sum').replace('+ 1', '+ 2')],
  ['an import from elsewhere', js, renamed(js, 'g', 'h2')],
  ['a property', 'const f = (a) => a.b\n', 'const f = (a) => a.c\n'],
  ['a key', 'f({ a: 1 })\n', 'f({ b: 1 })\n'],
  ['a short key', 'const f = (a) => g({ a })\n', 'const f = (b) => g({ b })\n'],
  ['a global', 'f(process)\n', 'f(other)\n'],
  ['a name that is not declared', 'f()\n', 'g()\n'],
  [
    'a parameter that is a property',
    'class A { constructor(private a) {} }\n',
    'class A { constructor(private b) {} }\n',
  ],
  ['a name in a text', 'const one = 1\nf(one, "one")\n', 'const two = 1\nf(two, "one")\n'],
  ['a program that looks names up', 'const f = (a) => eval("a")\n', 'const f = (b) => eval("a")\n'],
  [
    'a parameter by whose name a value is given',
    "angular.module('a').controller('b', function (one) {})\n",
    "angular.module('a').controller('b', function (two) {})\n",
  ],
  ['a component that becomes an element', 'const f = (A) => <A />\n', 'const f = (a) => <a />\n'],
  ['two names that change places', 'const f = (a, b) => g(a, b)\n', 'const f = (b, a) => g(a, b)\n'],
].map(([what, before, after]): Sides => [what!, before!, after!])

test.each(others)('%s is no new name: %j and %j', async (_what, before, after) => {
  const map = await renamesOf([{ path: 'a.tsx', before, after }], nowhere)
  expect(await doesTheSame({ path: 'a.tsx', before: await withRenames('a.tsx', before, map), after })).toBe(false)
})

test.each([
  ['a.py', 'def f():\n    g(verify=True)\n', 'def f():\n    g(check=True)\n'],
  ['a.py', 'def f(verify):\n    g(verify=verify)\n', 'def f(check):\n    g(check=check)\n'],
  ['a.py', 'class A:\n    a = 1\n', 'class A:\n    b = 1\n'],
  ['a.py', 'class A:\n    def a(self):\n        g()\n', 'class A:\n    def b(self):\n        g()\n'],
  ['a.py', '@route\ndef a():\n    g()\n', '@route\ndef b():\n    g()\n'],
  ['a.py', 'def test_a():\n    g()\n', 'def no_a():\n    g()\n'],
  ['a.py', 'import a\na.f()\n', 'import b\nb.f()\n'],
  ['a.py', 'def f(a):\n    g(f"{a=}")\n', 'def f(b):\n    g(f"{b=}")\n'],
  ['a.go', 'package a\n\nfunc Known() {}\n', 'package a\n\nfunc Other() {}\n'],
  ['a.go', 'package a\n\nvar x = T{a: 1}\n', 'package a\n\nvar x = T{b: 1}\n'],
  ['index.js', 'export const one = 1\n', 'export const two = 1\n'],
  ['pages/a.js', 'export const one = 1\n', 'export const two = 1\n'],
  ['a.js', 'export const known1 = 1\n', 'export const two = 1\n'],
  ['a.py', 'def known1():\n    g()\n', 'def two():\n    g()\n'],
  ['a.rb', 'def a\n  b = 1\n  b\nend\n', 'def a\n  c = 1\n  c\nend\n'],
])('in %s, the new name in %j is none of its own in %j', async (path, before, after) => {
  expect(await renamesOf([{ path, before, after }], namedElsewhere)).toEqual(new Map())
})

test('a name of a file is new only if the rest of the tree does not have it, and each changed file changed it', async () => {
  const file = { path: 'a.js', before: 'const one = 1\nf(one)\n', after: 'const two = 1\nf(two)\n' }
  const other = { path: 'b.js', before: 'const one = 2\n', after: 'const one = 2\nf()\n' }
  expect(await renamesOf([file], nowhere)).toEqual(new Map([['one', 'two']]))
  expect(await renamesOf([file], async () => true)).toEqual(new Map())
  expect(await renamesOf([file], async (name) => name === 'export *')).toEqual(new Map())
  expect(await renamesOf([file, other], nowhere)).toEqual(new Map())
})

type Change = readonly (readonly [path: string, before: string, after: string])[]

const mapOf = (change: Change, isNamedElsewhere: (name: string) => Promise<boolean> = nowhere) =>
  renamesOf(
    change.map(([path, before, after]) => ({ path, before, after })),
    isNamedElsewhere,
  )
const inAll = (files: Readonly<Record<string, string>>, from: string, to: string): Change =>
  Object.entries(files).map(([path, text]) => [path, text, renamed(text, from, to)] as const)

const jsFiles = {
  'src/a.ts': 'export const total = (n: number) => n + 1\nexport const twice = (n: number) => total(n) * 2\n',
  'src/b.ts': "import { total as one } from './a.js'\nimport { total } from './a.ts'\none(total(1))\n",
  'c.js': "export { total } from './src/a.js'\n",
}
const pyFiles = {
  'ledger/money.py': 'def add(one):\n    return one + 1\n',
  'ledger/book.py': 'from .money import add\n\nprint(add(1))\n',
  'tests/test_money.py':
    'from ledger.money import add as plus, add\n\n\ndef test_it():\n    assert plus(add(1)) == 3\n',
}
const goFiles = {
  'a/a.go': 'package a\n\nfunc total(n int) int { return n + 1 }\n',
  'a/b.go': 'package a\n\nfunc F() int { return total(1) }\n',
}

test.each([
  [jsFiles, 'total', 'sum'],
  [pyFiles, 'add', 'plus_one'],
  [goFiles, 'total', 'sum'],
] as const)('of %j, %s becomes %s in each file that imports it', async (files, from, to) => {
  const change = inAll(files, from, to)
  const map = await mapOf(change)
  expect(map).toEqual(new Map([[from, to]]))
  for (const [path, before, after] of change)
    expect(await doesTheSame({ path, before: await withRenames(path, before, map), after })).toBe(true)
})

const one = "import { total } from './a.js'\ntotal(1)\n"
const exporting = 'export const total = (n) => n + 1\n'
test.each<[string, Readonly<Record<string, string>>]>([
  ['a package', { 'src/a.js': exporting, 'src/b.js': one.replace('./a.js', 'stats') }],
  ['another folder', { 'src/a.js': exporting, 'b.js': one }],
  ['a module that declares it not', { 'src/a.js': 'total(1)\n', 'src/b.js': one }],
  ['a module with an export of another name', { 'src/a.js': 'const a = 1\nexport { a as total }\n', 'src/b.js': one }],
  ['an object of all its names', { 'src/a.js': exporting, 'src/b.js': `import * as a from './a.js'\na.total(1)\n` }],
  ['all its names', { 'src/a.js': exporting, 'src/b.js': `${one}import * as a from './a.js'\nObject.keys(a)\n` }],
  ['an entrance of the package', { 'src/index.js': exporting, 'src/b.js': one.replace('a.js', 'index.js') }],
  ['an entrance that passes it on', { 'src/a.js': exporting, 'src/index.js': "export { total } from './a.js'\n" }],
  ['a text', { 'src/a.js': exporting, 'src/b.js': `${one}log('total')\n` }],
  ['a setting that changes too', { 'src/a.js': exporting, 'src/b.js': one, 'jobs.yml': 'run: total\n' }],
  ['a setting that names the file', { 'src/a.js': exporting, 'src/b.js': one, 'jobs.yml': 'run: src/a.js\n' }],
  [
    'a module of Python with the same name',
    {
      'x/money.py': pyFiles['ledger/money.py'].replace('add', 'total'),
      'y/b.py': 'from money import total\ntotal(1)\n',
    },
  ],
  [
    'another package of Go',
    { 'a/a.go': goFiles['a/a.go'], 'b/b.go': goFiles['a/b.go'].replace('package a', 'package b') },
  ],
])('a name that is imported from %s is not new', async (_what, files) => {
  expect(await mapOf(inAll(files, 'total', 'sum'))).toEqual(new Map())
})

test('a name that leaves its file is new only if no setting names the file, and no package its exports', async () => {
  const change = inAll({ 'src/a.js': exporting, 'src/b.js': one }, 'total', 'sum')
  expect(await mapOf(change)).toEqual(new Map([['total', 'sum']]))
  for (const found of ['total', 'sum', 'a (setting)', 'exports (setting)', 'import *'])
    expect(await mapOf(change, async (name) => name === found)).toEqual(new Map())
})
