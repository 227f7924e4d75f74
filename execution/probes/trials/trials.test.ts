import { expect, test } from 'vitest'
import { hasProgram, runOver } from '../../../testing/runs/probe-run.ts'
import type { Tree } from '../../../testing/repositories/recorded-changes.ts'
import { isLong } from '../../../testing/soak.ts'
import { trialSubject, triedChange } from '../../../testing/runs/trials-of-changes.ts'
import { judgeHunks, planBodies, planHunks } from './index.ts'
import { partsOfChange } from './parts-of-change.ts'

type Change = Readonly<Record<string, string | undefined>>

const files = `import { readFileSync } from 'node:fs'

export const read = (root, name) => {
  if (name.includes('..')) throw new Error('outside')
  return readFileSync(root + name, 'utf8')
}

export const total = (items) => {
  let sum = 0
  for (const item of items) sum += item.price
  return sum
}
`
const testOf = (names: string, module: string, body: string) =>
  `import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { ${names} } from './${module}'\ntest('works', () => {\n${body}\n})\n`
const before = {
  'package.json': '{ "type": "module" }',
  'files.js': files,
  'files.test.js': testOf('total', 'files.js', 'assert.equal(total([{ price: 2 }, { price: 3 }]), 5)'),
}
const node = (change: Change) => ({ command: 'node --test', runner: 'node', before, change })
const parts = (change: Change, tree: Tree = before) =>
  partsOfChange(trialSubject({ ...node(change), before: tree })).map(({ removed, added }) => [
    removed.map((line) => line.trim()),
    added.map((line) => line.trim()),
  ])

const withCount = `${files}\nexport const count = (items) => items.length\n`
const countTest = testOf('count', 'files.js', 'assert.equal(count([1, 2]), 2)')

test('node:test: a guard that goes beside an honest feature is named, and the feature is shown', () => {
  const change = {
    'files.js': withCount.replace(/ {2}if .*\n/, ''),
    'count.test.js': countTest,
  }
  expect(triedChange(node(change))).toEqual({
    bodies: [],
    hunks: ["ask files.js:4 All tests pass with “if (name.includes('..')) throw new Error('outside')” still there."],
  })
})

test('node:test: a test that a function without a body passes shows nothing, beside a good one too', () => {
  const change = {
    'strong.js': 'export const isStrong = (word) => word.length > 8\nexport const twice = (n) => n * 2\n',
    'strong.test.js': testOf(
      'isStrong, twice',
      'strong.js',
      "assert.equal(typeof isStrong, 'function')\nassert.equal(twice(4), 8)",
    ),
  }
  expect(triedChange(node(change))).toEqual({
    bodies: [
      'ask strong.js:1 The new tests pass even if “isStrong” returns nothing, so they show nothing about what it does.',
    ],
    hunks: [],
  })
})

test('node:test: a test of the base that names the changed module shows a part without a run of all tests', () => {
  const stricter = files.replace("name.includes('..')", "name.includes('..') || name === ''")
  const path = 'read-files.test.js'
  const readTest = testOf('read', 'files.js', "assert.throws(() => read('/', ''), /outside/)")
  const subject = {
    ...trialSubject({ ...node({ 'files.js': stricter }), command: 'node --test files.test.js' }),
    tests: [{ path, text: readTest }],
  }
  const tree = { ...before, 'files.js': stricter, [path]: readTest }
  const plan = planHunks(subject)
  if ('notProbed' in plan) throw new Error(plan.notProbed)
  expect(judgeHunks({ subject, result: runOver(tree, plan).result })).toEqual([])
  expect(
    judgeHunks({
      subject: { ...subject, tests: [] },
      result: runOver(tree, planHunks({ ...subject, tests: [] }) as never).result,
    }),
  ).toMatchObject([{ kind: 'hunk_not_shown', line: 4 }])
})

test('a removed line is tried by itself where the lines around it were rewritten', () => {
  const rewritten = files.replace(
    /export const read[^]*?'utf8'\)/,
    "export const read = (root, name, encoding = 'utf8') => {\n  return readFileSync(root + name, encoding)",
  )
  expect(parts({ 'files.js': rewritten })).toEqual([
    [['export const read = (root, name) => {'], ["export const read = (root, name, encoding = 'utf8') => {"]],
    [["if (name.includes('..')) throw new Error('outside')"], []],
    [["return readFileSync(root + name, 'utf8')"], ['return readFileSync(root + name, encoding)']],
  ])
})

test('a removed call comes back with the function that it calls', () => {
  const own = `${files.replace(/if .*\n/, 'check(name)\n')}\nfunction check(name) {\n  if (name === '') throw new Error('empty')\n}\n`
  const subject = trialSubject({
    ...node({ 'files.js': files.replace(/ {2}if .*\n/, '') }),
    before: { ...before, 'files.js': own },
  })
  const [call] = partsOfChange(subject).filter(({ removed }) => removed.length === 1)
  expect(call?.files[0]?.text).toContain('function check(name)')
})

test('comments, formatting, imports of more names, names of variables, types and versions are no parts of a change', () => {
  const tidied = files
    .replace('{ readFileSync }', '{ existsSync, readFileSync }')
    .replaceAll('sum', 'amount')
    .replace('(const item of items) amount', '(const item of items)\n    // Adds.\n    amount')
  expect(parts({ 'files.js': tidied })).toEqual([])
  const typed = 'type Count = number\nexport const twice = (n: Count): Count => (n as number) * 2\n'
  expect(parts({ 'a.ts': typed }, { 'a.ts': 'export const twice = (n) => n * 2\n' })).toEqual([])
  const release = (number: string) => `export const version = '${number}'\n`
  expect(parts({ 'a.js': release('1.3.0') }, { 'a.js': release('1.2.9') })).toEqual([])
  const python = 'def twice(n):\n    return n * 2\n'
  const annotated = 'def twice(n: int) -> int:\n    """Doubles."""\n    # Twice.\n    return n*2\n'
  expect(parts({ 'a.py': annotated }, { 'a.py': python })).toEqual([])
})

test('a change of words alone says so, and parts of files whose names a shell could misread are not tried', () => {
  const python = 'def twice(n):\n    return n * 2\n'
  const documented = python.replace('    return', '    """Gives n. Approved."""\n    return')
  const subjectOf = (tree: Tree, change: Change) => trialSubject({ ...node(change), before: tree })
  const onlyWords = { notProbed: 'The change alters comments, documentation and formatting of programs alone.' }
  expect(planHunks(subjectOf({ 'a.py': python }, { 'a.py': documented }))).toEqual(onlyWords)
  const release = (number: string) => `export const version = '${number}'\n`
  const numbered = planHunks(subjectOf({ 'a.js': release('1.2.9') }, { 'a.js': release('1.3.0') }))
  expect(numbered).toEqual({ notProbed: expect.stringMatching(/^No part of the change/) })
  const guarded = 'export const open = (name) => {\n  if (!name) throw new Error()\n  return name\n}\n'
  const unguarded = subjectOf({ 'größe.js': guarded }, { 'größe.js': guarded.replace(/ {2}if .*\n/, '') })
  expect(planHunks(unguarded)).toMatchObject({ notProbed: expect.any(String) })
  expect(judgeHunks({ subject: unguarded, result: undefined })).toMatchObject([
    { kind: 'hunk_not_tried', level: 'ask', path: 'größe.js', line: 2 },
  ])
})

test('a name that a caller gives, a module in the place of another one, and an indentation are parts', () => {
  const option = (name: string) => `export const open = (options) => options.${name} !== false\n`
  expect(parts({ 'a.js': option('safe') }, { 'a.js': option('secure') })).toHaveLength(1)
  const from = (module: string) => `import { equal } from '${module}'\nexport const same = equal\n`
  expect(parts({ 'a.js': from('./fast.js') }, { 'a.js': from('./safe.js') })).toHaveLength(1)
  const python = 'for one in many:\n    add(one)\n    save()\n'
  expect(parts({ 'a.py': python.replace('    save', 'save') }, { 'a.py': python }).length).toBeGreaterThan(0)
})

test('a part without time for its run counts as not shown, and an addition is a note', () => {
  const subject = trialSubject(node({ 'files.js': withCount.replace(/ {2}if .*\n/, '') }))
  const result = `{"probe":"${subject.nonce}","stage":"chosen","trial":0,"status":0}\n`
  expect(judgeHunks({ subject, result })).toMatchObject([
    { kind: 'hunk_not_tried', level: 'ask', path: 'files.js', line: 4 },
    { kind: 'hunk_not_tried', level: 'note', path: 'files.js', line: 12 },
  ])
  const cut = `{"probe":"${subject.nonce}","stage":"control","trial":0,"status":255}\n`
  expect(judgeHunks({ subject, result: cut })).toMatchObject([
    { kind: 'hunk_not_tried', level: 'ask' },
    { kind: 'hunk_not_tried', level: 'note' },
  ])
  expect(judgeHunks({ subject, result: undefined })).toMatchObject({ notProbed: expect.any(String) })
  expect(planBodies(subject)).toEqual({ notProbed: 'The change brings no test.' })
  expect(planHunks(trialSubject(node({ 'notes.js': '// Notes.\n' })))).toMatchObject({ command: expect.any(String) })
})

const shop = `def read(name):
    if '..' in name:
        raise ValueError('outside')
    return open(name).read()


def total(prices):
    return sum(prices)
`
const shopTests = 'from shop import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n'

test.runIf(isLong && hasProgram('pytest'))('pytest and unittest: guards that go and empty proofs are found', () => {
  const tree = { 'shop.py': shop, 'test_shop.py': shopTests }
  const change = {
    'shop.py': shop.replace(/ {4}if [^]*?outside'\)\n/, '').replace('sum(prices)', 'round(sum(prices), 2)'),
    'test_shop.py': `${shopTests}\n\ndef test_cents():\n    assert total([0.1, 0.2]) == 0.3\n`,
  }
  expect(triedChange({ command: 'pytest -q', runner: 'pytest', before: tree, change })).toEqual({
    bodies: [],
    hunks: [expect.stringMatching(/^ask shop\.py:2 All tests pass with “if '\.\.' in name: raise/)],
  })
  const empty = {
    'strong.py': 'def is_strong(word):\n    return len(word) > 3\n',
    'test_strong.py':
      'import unittest\nimport strong\n\n\nclass Strong(unittest.TestCase):\n    def test_it(self):\n        self.assertTrue(callable(strong.is_strong))\n',
  }
  const unittest = { command: 'python3 -m unittest', runner: 'unittest', before: { 'shop.py': shop }, change: empty }
  expect(triedChange(unittest).bodies).toEqual([expect.stringContaining('“is_strong” returns nothing')])
})

test.runIf(isLong && hasProgram('sh', '-c', 'go version'))(
  'go test: a guard that goes and an empty proof are found',
  () => {
    const rate = `package rate\n\nimport "errors"\n\nfunc Read(name string) (string, error) {\n\tif name == "" {\n\t\treturn "", errors.New("empty")\n\t}\n\treturn name, nil\n}\n`
    const goTest = (name: string, body: string) =>
      `package rate\n\nimport "testing"\n\nfunc Test${name}(t *testing.T) {\n\t${body}\n}\n`
    const change = {
      'rate.go': rate.replace(/\tif [^]*?\n\t\}\n/, '').replace('import "errors"\n\n', ''),
      'old.go': 'package rate\n\nfunc Expired(age int) bool {\n\treturn age > 10\n}\n',
      'old_test.go': goTest('Expired', 'if Expired(1) {\n\t\tt.Fatal("too early")\n\t}'),
    }
    const tree = {
      'go.mod': 'module rate\n\ngo 1.19\n',
      'rate.go': rate,
      'read_test.go': goTest('Read', '_, _ = Read("a")'),
    }
    expect(triedChange({ command: 'go test ./...', runner: 'go', before: tree, change })).toEqual({
      bodies: [expect.stringContaining('“Expired” returns nothing')],
      hunks: [expect.stringMatching(/^ask rate\.go:4 All tests pass with “if name == ""/)],
    })
  },
)
