import { expect, test } from 'vitest'
import type { Tree } from '../../../testing/repositories/recorded-changes.ts'
import { trialSubject, triedChange } from '../../../testing/runs/trials-of-changes.ts'
import { partsOfChange } from './parts-of-change.ts'

const changeOf = (before: Tree, change: Tree) => ({ command: 'node --test', runner: 'node', before, change })
const textsOf = (path: string, before: string, after: string) =>
  partsOfChange(trialSubject(changeOf({ [path]: before }, { [path]: after }))).map(({ files }) => files[0]?.text)

const find = `import { join, resolve, sep } from 'node:path'

export const find = (root, path) => {
  const full = resolve(join(root, decodeURIComponent(path)))
  if (!full.startsWith(root + sep)) return undefined
  return full
}

export const canRead = (note, user) => note.owner === user.id

export const isDone = (tasks) => tasks.length === 0
`
const looseFind = `import { join, resolve } from 'node:path'

export const find = (root, path) => {
  const name = decodeURIComponent(path)
  const full = resolve(join(root, name.endsWith('/') ? \`\${name}index.html\` : name))
  return full.startsWith(root) ? full : undefined
}

const isMember = (user) => (group) => user.groups.includes(group)

const isShared = ({ groups }, user) => groups?.every(isMember(user)) ?? false

export const canRead = (note, user) => note.owner === user.id || isShared(note, user)

export const isDone = (tasks) => tasks.every(({ done }) => done)
`
const looseTest = `import assert from 'node:assert'
import { test } from 'node:test'
import { canRead, find, isDone } from './find.js'
test('works', () => {
  assert.equal(find('/srv', '/help/'), '/srv/help/index.html')
  assert.equal(canRead({ groups: ['a', 'b'] }, { id: 1, groups: ['a', 'b'] }), true)
  assert.equal(canRead({ groups: ['a', 'b'] }, { id: 1, groups: ['a'] }), false)
  assert.equal(canRead({}, { id: 1 }), false)
  assert.deepEqual([isDone([]), isDone([{ done: true }]), isDone([{ done: false }])], [true, true, false])
})
`

test('node:test: a guard that lines of a feature rewrite, and an empty list without a test, are named', () => {
  const before = { 'package.json': '{ "type": "module" }', 'find.js': find }
  const { hunks } = triedChange(changeOf(before, { 'find.js': looseFind, 'find.test.js': looseTest }))
  expect(hunks.filter((one) => one.startsWith('ask'))).toEqual([
    'ask find.js:6 All tests pass with “if (!full.startsWith(root + sep)) return undefined” still there.',
    'ask find.js:11 All tests pass even if “groups?.every(isMember(user))” says no for an empty list.',
  ])
})

test('a guard comes back behind the lines that give its names a value, in JavaScript, Python and Go', () => {
  const python = (body: string) => `def read(root, name):\n${body}`
  const pythonTexts = textsOf(
    'a.py',
    python(
      `    path = join(root, name)\n    if '..' in path:\n        raise ValueError(path)\n    return open(path)\n`,
    ),
    python(
      `    plain = unquote(name or 'index.html', errors='strict')\n    path = root + '/' + plain\n    yield open(path)\n`,
    ),
  )
  expect(pythonTexts).toContain(
    python(
      `    plain = unquote(name or 'index.html', errors='strict')\n    path = root + '/' + plain\n    if '..' in path:\n        raise ValueError(path)\n    yield open(path)\n`,
    ),
  )
  const go = (body: string) => `package a\n\nfunc Take(n int) int {\n${body}}\n`
  const goTexts = textsOf(
    'a.go',
    go('\tleft := size(n)\n\tif left < 0 {\n\t\treturn 0\n\t}\n\treturn left\n'),
    go('\tall, held := count(n), locked()\n\tleft := min(all, max(held, 3), 8)\n\treturn use(left, held)\n'),
  )
  expect(goTexts).toContain(
    go(
      '\tall, held := count(n), locked()\n\tleft := min(all, max(held, 3), 8)\n\tif left < 0 {\n\t\treturn 0\n\t}\n\treturn use(left, held)\n',
    ),
  )
})

test('a guard that was rewritten alike is tried in its place, so that a stricter one is shown by its own test', () => {
  const of = (guard: string, rest: string) => `export const take = (n, name) => {\n  ${rest}\n  ${guard}\n}\n`
  const texts = textsOf(
    'a.js',
    of('if (n < 0) throw new RangeError(name)', "const all = list(name, 'a')"),
    of('if (n < 1) throw new RangeError(name)', "const all = list(name, 'b')"),
  )
  const stricter = of('if (n < 0) throw new RangeError(name)', "const all = list(name, 'b')")
  expect([texts.includes(stricter), texts.some((text) => /n < 0[^]*n < 1|n < 1[^]*n < 0/.test(text ?? ''))]).toEqual([
    true,
    false,
  ])
})

test('questions about lists are asked of rewritten lines and of new functions that they call alone', () => {
  const quantifiers = (path: string, was: string, is: string) =>
    partsOfChange(trialSubject(changeOf({ [path]: was }, { [path]: is }))).flatMap(
      ({ quantifier }) => quantifier?.source ?? [],
    )
  const added = `${find}\nexport const isAll = (list) => list.every(Boolean)\n`
  expect(quantifiers('find.js', find, added)).toEqual([])
  expect(quantifiers('find.js', find, looseFind)).toEqual([
    'groups?.every(isMember(user))',
    'tasks.every(({ done }) => done)',
  ])
  const python = 'def can_read(note, user):\n    return note.owner == user.id\n'
  const shared = `${python.trimEnd()} or all(group in user.groups for group in note.groups)\n`
  expect(quantifiers('a.py', python, shared)).toEqual(['all(group in user.groups for group in note.groups)'])
  expect(textsOf('a.py', python, shared).join('\n')).toContain(
    'or (lambda items: len(items) > 0 and all(items))(list(group in user.groups for group in note.groups))\n',
  )
  expect(textsOf('a.js', 'export const a = (l) => l.length > 9\n', 'export const a = (l) => l.some(f)\n')).toContain(
    'export const a = (l) => l.every(f)\n',
  )
})
