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
