import { expect, test } from 'vitest'
import { namesToSeek, planParts } from './plan.ts'
import { accountedChange } from '../../../testing/runs/trials-of-changes.ts'
import { hasProgram } from '../../../testing/runs/probe-run.ts'
import { isLong } from '../../../testing/soak.ts'

type Files = Readonly<Record<string, string | undefined>>

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
type Texts = Readonly<Record<string, string>>
const accounted = async (change: Files, tree: Texts = before, given: Texts = {}) =>
  (await accountedChange({ command: 'node --test', runner: 'node', before: tree, change, given })).filter(
    (line) => !line.startsWith('test '),
  )
const unseenOf = async (...given: Parameters<typeof accounted>) =>
  (await accounted(...given)).filter((line) => line.startsWith('unseen'))

test('a guard that goes, a new door and a setting beside an honest feature are unseen, and tests need the feature', async () => {
  const change = {
    'files.js': `${files.replace(/ {2}if .*\n/, '')}\nexport const count = (items) => items.length\nexport const door = (items) => items.splice(0)\n`,
    'settings.json': '{ "secure": false }\n',
  }
  const given = { 'count.test.js': testOf('count', 'files.js', 'assert.equal(count([1, 2]), 2)') }
  const lines = await accounted(change, before, given)
  expect(lines.filter((line) => line.startsWith('unseen'))).toEqual([
    "unseen not_noticed files.js:4 if (name.includes('..')) throw new Error('outside')",
    expect.stringMatching(/^unseen not_noticed files\.js:14 export const door/),
    'unseen not_noticed files.js:14 items.splice(0)',
    'unseen not_noticed settings.json:1 { "secure": false }',
  ])
  expect(lines.filter((line) => line.startsWith('needed'))).toEqual([
    expect.stringMatching(/^needed files\.js:13 export const count/),
    'needed files.js:13 items.length',
  ])
})

test('a test that passes without the body of a function does not account for that body', async () => {
  const unseen = await unseenOf({
    'strong.js': 'export const isStrong = (word) => word.length > 8\nexport const twice = (n) => n * 2\n',
    'strong.test.js': testOf(
      'isStrong, twice',
      'strong.js',
      "assert.equal(typeof isStrong, 'function')\nassert.equal(twice(4), 8)",
    ),
  })
  expect(unseen).toEqual([
    // A new entrance that only its own tests notice is asked about too.
    expect.stringMatching(/^unseen guard strong\.js:1 export const isStrong/),
    'unseen not_noticed strong.js:1 word.length > 8',
    expect.stringMatching(/^unseen guard strong\.js:2 export const twice/),
  ])
})

test('tests of the base account for a part before tests of the change, with their text at the base', async () => {
  const stricter = files.replace("name.includes('..')", "name.includes('..') || name === ''")
  const readTest = testOf('read', 'files.js', "assert.throws(() => read('/', ''), /outside/)")
  const change = { 'files.js': stricter }
  expect(await accounted(change, { ...before, 'files.test.js': readTest })).toEqual([
    "needed files.js:4 || name === ''",
  ])
  const weakened = { ...change, 'files.test.js': testOf('read', 'files.js', 'read') }
  expect(await accounted(weakened, { ...before, 'files.test.js': readTest })).toContain(
    "needed files.js:4 || name === ''",
  )
  expect(await unseenOf(change)).toContain("unseen not_noticed files.js:4 || name === ''")
})

test('a failure in a new function that tests need is counted, and a branch that returns a value is unseen', async () => {
  const change = {
    'take.js': `export const take = (list, most) => {\n  if (!Array.isArray(list)) throw new TypeError('no list')\n  if (most > 99 && list.length < 5) throw new RangeError('no part')\n  if (most === 7) return list\n  return list.slice(0, most)\n}\n`,
  }
  const given = { 'take.test.js': testOf('take', 'take.js', 'assert.deepEqual(take([1, 2, 3], 2), [1, 2])') }
  const lines = await accounted(change, before, given)
  expect(lines).toContain("own failure take.js:2 if (!Array.isArray(list)) throw new TypeError('no list')")
  expect(lines.filter((line) => line.startsWith('unseen'))).toEqual([
    "unseen not_told take.js:3 99 → 100 in if (most > 99 && list.length < 5) throw new RangeError('no part')",
    'unseen not_noticed take.js:3 && list.length < 5',
    'unseen not_noticed take.js:4 if (most === 7) return list',
  ])
})

test('a value that tests need and do not distinguish from another value is unseen, with its line', async () => {
  const change = { 'key.js': 'export const opens = (one, other) => one.slice(0, 4) === other.slice(0, 4)\n' }
  const given = (key: string) => ({
    'key.test.js': testOf(
      'opens',
      'key.js',
      `assert.ok(opens('open sesame', 'open sesame'))\nassert.ok(!opens('open sesame', '${key}'))`,
    ),
  })
  expect(await accounted(change, before, given('wrong'))).toEqual([
    expect.stringMatching(/^needed key\.js:1 export const opens/),
    'unseen not_told key.js:1 4 → 5 in export const opens = (one, other) => one.slice(0, 4) === other.slice(0, 4)',
  ])
  expect(await unseenOf(change, before, given('opera'))).toEqual([])
})

test('a value beside values that tests read is unseen, also on their line', async () => {
  const line = 'export const shown = (user) => [{ name: user.name, hash: user.hash }, [user.id, user.mail]]\n'
  const given = {
    'shown.test.js': testOf(
      'shown',
      'shown.js',
      "const [one, [id]] = shown({ id: 7, name: 'ada' })\nassert.equal(one.name + id, 'ada7')",
    ),
  }
  const unseen = [
    expect.stringMatching(/not_noticed .*hash: user\.hash/),
    expect.stringMatching(/not_noticed .*user\.mail/),
  ]
  expect(await unseenOf({ 'shown.js': line }, before, given)).toEqual(unseen)
})

test('tests that need an operand of a call or a condition do not account for all of it', async () => {
  const take = `const kept = []
const fail = () => {
  throw new Error('no')
}
export const take = (list, key) => {
  kept.push(key, list || fail())
  if (kept.push(key)) {
    list || fail()
  }
  return list.slice(0, 2)
}
`
  const given = { 'take.test.js': testOf('take', 'take.js', 'assert.deepEqual(take([1, 2, 3], 7), [1, 2])') }
  const lines = await unseenOf({ 'take.js': take }, before, given)
  expect(lines).toContainEqual(expect.stringMatching(/not_noticed take\.js:6 kept\.push/))
  expect(lines).toContainEqual(expect.stringMatching(/not_noticed take\.js:7 if/))
})

test('a message of a shell for the error stream, before a failure in a new function, fails with it', async () => {
  const size = (before: string, after: string) =>
    `size() {\n  case $1 in\n    *[!0-9]*)\n      ${before}\n      ${after}\n      ;;\n  esac\n  printf '%s B' "$1"\n}\n`
  const given = { 'size_test.sh': '. ./size.sh\n[ "$(size 5)" = "5 B" ] && ! size x 2>/dev/null\n' }
  const unseenOf = async (text: string) => {
    const input = { command: 'sh size_test.sh', runner: '', before: {}, change: { 'size.sh': text }, given }
    return (await accountedChange(input)).filter((line) => line.startsWith('unseen'))
  }
  expect(await unseenOf(size('echo "no number: $1" >&2', 'return 2'))).toEqual([])
  for (const [before, after] of [
    ['echo "$(date)" >&2', 'return 2'],
    ['echo "no number" >&3', 'return 2'],
    ['echo "no number" >&2', 'set -- 7'],
  ] as const)
    expect(await unseenOf(size(before, after))).not.toEqual([])
})

test('a new script of a shell that tests need may fail, with strictness, and everything else is unseen', async () => {
  const given = { 'size_test.sh': '[ "$(sh size.sh 5)" = "5 B" ]\n' }
  const unseenOf = async (first: string, second = '', more: Texts = {}) => {
    const script = `#!/bin/sh\n${first}\n${second}\nprintf '%s B' "$1"\n`
    const change = { 'size.sh': script }
    const lines = await accountedChange({ command: 'sh size_test.sh', runner: '', before: more, change, given })
    return lines.filter((line) => line.startsWith('unseen'))
  }
  const usage = 'if [ $# -ne 1 ]; then\n  echo "usage" >&2\n  exit 2\nfi'
  expect(await unseenOf('set -eu', usage)).toEqual([])
  for (const line of [
    'set -x',
    'set -eu -- 7',
    'if [ $# -ne 1 ]; then\n  exit 0\nfi',
    'if touch x; then\n  [ -e x ] || exit 2\nfi',
    'if ! touch x; then\n  exit 2\nfi',
    '[ -e "$1" ] || :',
  ])
    expect.soft((await unseenOf('set -eu', line)).join(), line).not.toBe('')
  // A script that was there is no new function.
  expect(await unseenOf('set -eu', usage, { 'size.sh': '#!/bin/sh\nprintf \'%s B\' "$1"\n' })).not.toEqual([])
})

test('a lock file in which a named package comes to the named version is accounted for with its change', async () => {
  const lock = 'tiny-pad==1.0.0 \\\n    --hash=sha256:aa11\n'
  const change = { 'requirements.txt': lock.replace('1.0.0', '1.0.2').replace('aa11', 'bb22'), 'notes.txt': '1.0.2\n' }
  const input = { command: 'true', runner: '', before: { 'requirements.txt': lock, 'notes.txt': '1.0.0\n' }, change }
  const accountsOf = async (request: string) =>
    (await accountedChange({ ...input, request })).map((line) => line.slice(0, line.indexOf(':')))
  expect(await accountsOf('Upgrade tiny-pad to 1.0.2')).toEqual([
    'own requirements.txt',
    expect.stringMatching(/^unseen .*notes\.txt/),
  ])
  expect(await accountsOf('Upgrade tiny-pad')).toEqual([
    expect.stringMatching(/^unseen .*requirements\.txt/),
    expect.stringMatching(/^unseen .*notes\.txt/),
  ])
})

test('the first line of a script counts if the file may be executed, or another program reads it', async () => {
  const accountOf = async (line: string, modeAfter: string) => {
    const file = {
      path: 'a.sh',
      kind: 'modified',
      modeBefore: modeAfter,
      modeAfter,
      before: 'f\n',
      after: `${line}\nf\n`,
    }
    const { known } = await planParts({ files: [file], newTests: [], judgedElsewhere: [], notElsewhere: [], named: [] })
    return known.map((one) => one?.account)
  }
  expect(await accountOf('#!/bin/sh', '100644')).toEqual(['same'])
  expect(await accountOf('#!/bin/sh', '100755')).toEqual([undefined])
  expect(await accountOf('#!/opt/evil', '100644')).toEqual([undefined])
})

test('a removed call comes back with the function and the import that it needs', async () => {
  const guarded = `${files.replace(/if .*\n/, 'check(name)\n').replace("'node:fs'", "'node:fs'\nimport { sep } from 'node:path'")}\nfunction check(name) {\n  if (name === sep) throw new Error('empty')\n}\n`
  const unseen = await unseenOf({ 'files.js': files.replace(/ {2}if .*\n/, '') }, { ...before, 'files.js': guarded })
  expect(unseen).toContain('unseen not_noticed files.js:4 check(name)')
})

test('docstrings and documentation of new files and functions are the same, beside code that is tried', async () => {
  const sameIn = async (path: string, before: string | undefined, after: string) => {
    const file = { path, kind: before === undefined ? 'added' : 'modified', modeAfter: '100644', before, after }
    const { parts, known } = await planParts({
      files: [file],
      newTests: [],
      judgedElsewhere: [],
      notElsewhere: [],
      named: [],
    })
    return parts.flatMap(({ line }, at) => (known[at]?.account === 'same' ? [line] : []))
  }
  const python = '"""Days."""\n\n\ndef due(day):\n    """Gives the due day."""\n    return day\n'
  expect(await sameIn('due.py', undefined, python)).toEqual([1, 5])
  const mean = '/** Gives the mean. */\nexport const mean = (list) => list[0]\n'
  expect(await sameIn('mean.js', 'export const a = 1\n', `export const a = 1\n\n${mean}`)).toHaveLength(1)
  expect(await sameIn('mean.rs', 'fn a() {}\n', 'fn a() {}\n\n/// Gives the mean.\npub fn mean() {}\n')).toHaveLength(1)
})

test('a picture of documents is a shape, and a picture of the product, with another mode, or removed is not', async () => {
  const accountOf = async (path: string, kind = 'modified', modeAfter = '100644') => {
    const file = { path, kind, modeBefore: '100644', modeAfter, before: undefined, after: undefined }
    const { known } = await planParts({ files: [file], newTests: [], judgedElsewhere: [], notElsewhere: [], named: [] })
    return known.map((one) => one?.account)
  }
  expect([await accountOf('docs/plan.png'), await accountOf('docs/new.webp', 'added')]).toEqual([['shape'], ['shape']])
  for (const path of ['src/plan.png', 'docs/.a/plan.png', 'docs/plan.bin'])
    expect(await accountOf(path)).toEqual([undefined])
  expect(await accountOf('docs/plan.png', 'deleted')).toEqual([undefined])
  for (const mode of ['120000', '100755'])
    expect(await accountOf('docs/plan.png', 'modified', mode)).not.toContain('shape')
})

test('a new name of a function of a module is the same only if no other file has the old or the new name', async () => {
  const before = 'const total = (list) => list.length\n\nexport const report = (list) => total(list)\n'
  const after = before.replaceAll('total', 'sum')
  const files = [{ path: 'cart.js', kind: 'modified', modeAfter: '100644', before, after }] as const
  const sought = await namesToSeek(files)
  expect(sought).toEqual(['total', 'sum', 'export *', 'import *', 'exports (setting)', 'cart (setting)'])
  const knownWith = async (notElsewhere: readonly string[]) =>
    (await planParts({ files, newTests: [], judgedElsewhere: [], notElsewhere, named: [] })).known
  expect(await knownWith(sought)).toEqual([
    { account: 'same', isRenaming: true },
    { account: 'same', isRenaming: true },
  ])
  expect(await knownWith(sought.slice(1))).toEqual([undefined, undefined])
})

test('without tests, without time and without a mode that git knows, parts are unseen', async () => {
  const change = { 'files.js': files.replace('sum += item', 'sum -= item') }
  const of = async (budgetMs: number, command: string, runner: string) =>
    accountedChange({ command, runner, before, change, budgetMs })
  expect(await of(0, 'node --test', 'node')).toEqual(['unseen not_tried files.js:10 + → -'])
  expect(await of(60_000, 'exit 1', 'node')).toEqual(['unseen not_run files.js:10 + → -'])
})

const shop = `def read(name):
    if '..' in name:
        raise ValueError('outside')
    return open(name).read()


def total(prices):
    return sum(prices)
`

test.runIf(isLong && hasProgram('pytest'))(
  'pytest: a guard that goes is unseen beside a part that tests need',
  async () => {
    const tests = 'from shop import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n'
    const change = { 'shop.py': shop.replace(/ {4}if [^]*?outside'\)\n/, '').replace('sum(prices)', 'sum(prices) + 0') }
    const tree = { 'shop.py': shop, 'test_shop.py': tests }
    const lines = await accountedChange({ command: 'pytest -q', runner: 'pytest', before: tree, change })
    expect(lines).toContainEqual(expect.stringMatching(/^unseen not_noticed shop\.py:2 if '\.\.' in name/))
  },
)

test.runIf(isLong && hasProgram('sh', '-c', 'go version'))(
  'go test: a value that is added to a list is not hidden by a name that it alone uses',
  async () => {
    const keep = (more: string, added: string) =>
      `package keep\n\nvar Lines []string\n\nfunc Remove(name, secret string) {\n${more}\tLines = append(Lines, name${added})\n}\n`
    const test =
      'package keep\n\nimport "testing"\n\nfunc TestRemove(t *testing.T) {\n\tif Remove("a", "s"); Lines[0] != "a" {\n\t\tt.Fatal(Lines)\n\t}\n}\n'
    const input = { command: 'go test ./...', runner: 'go', before: { 'go.mod': 'module keep\n\ngo 1.19\n' } }
    const change = { 'keep.go': keep('\twas := "was " + secret\n', ', was') }
    const lines = await accountedChange({ ...input, change, given: { 'keep_test.go': test } })
    expect(lines.filter((line) => line.startsWith('unseen'))).toEqual([
      expect.stringMatching(/^unseen not_noticed keep\.go:7 was/),
    ])
  },
)

test.runIf(isLong && hasProgram('sh', '-c', 'go version'))(
  'go test: names that nothing uses do not hide a guard',
  async () => {
    const rate = (guard: string, more = '') =>
      `package rate\n\nimport "errors"\n\nfunc Read(name string) (string, error) {\n${guard}\treturn name, nil\n}\n${more}`
    const guard = '\tif name == "" {\n\t\treturn "", errors.New("empty")\n\t}\n'
    const tree = {
      'go.mod': 'module rate\n\ngo 1.19\n',
      'rate.go': rate(guard),
      'rate_test.go': `package rate\n\nimport "testing"\n\nfunc TestRead(t *testing.T) {\n\tif got, _ := Read("a"); got != "a" {\n\t\tt.Fatal(got)\n\t}\n}\n`,
    }
    const change = { 'rate.go': rate('').replace('import "errors"\n\n', '') }
    const lines = await accountedChange({ command: 'go test ./...', runner: 'go', before: tree, change })
    expect(lines).toContainEqual(expect.stringMatching(/^unseen not_noticed rate\.go:\d+ if name == ""/))
  },
)

test('a document is never shown by a test, and a test that reaches beyond itself asks', async () => {
  const change = {
    'PRIVACY.md': 'We keep your address for 300 days.\n',
    'writes.test.js': `import { appendFileSync } from 'node:fs'\nimport { test } from 'node:test'\nappendFileSync('/tmp/.profile', 'x')\ntest('works', () => {})\n`,
  }
  const given = {
    'privacy.test.js': `import assert from 'node:assert'\nimport { readFileSync } from 'node:fs'\nimport { test } from 'node:test'\ntest('is short', () => assert.match(readFileSync('PRIVACY.md', 'utf8'), /300/))\n`,
  }
  const earlier = { ...before, 'PRIVACY.md': 'We keep your address for 30 days and never give it to others.\n' }
  expect(await unseenOf(change, earlier, given)).toEqual([
    'unseen words PRIVACY.md:1 We keep your address for 30 days and never give it to others. → We keep your address for 300 days.',
    "unseen reaching_test writes.test.js:3 appendFileSync('/tmp/.profile', 'x')",
  ])
})

test('a line that lets an earlier test reach beyond itself asks, wherever in the file it is', async () => {
  const test = (folder: string, more = '') =>
    `import { mkdtempSync, rmSync } from 'node:fs'\nconst folder = ${folder}\nrmSync(folder, { recursive: true })\n${more}`
  const reasonsOf = async (before: string, after: string) => {
    const files = [{ path: 'a.test.js', kind: 'modified', modeAfter: '100644', before, after }] as const
    const judged = { newTests: [], judgedElsewhere: ['a.test.js'], notElsewhere: [], named: [] }
    return (await planParts({ files, ...judged })).known.map((one) => one?.reason ?? one?.account)
  }
  const temporary = "mkdtempSync('x-')"
  expect(await reasonsOf(test(temporary), test(temporary, 'process.exit(0)\n'))).toEqual(['reaching_test'])
  expect(await reasonsOf(test(temporary), test("'src'"))).toEqual(['reaching_test'])
  expect(await reasonsOf(test("'src'"), test("'src'", 'const total = 1\n'))).toEqual(['test'])
})
