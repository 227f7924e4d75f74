import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as dotenvOf } from 'dotenv'
import { expect, test } from 'vitest'
import { secretFileSamples } from './testing/samples.ts'
import { isRebuilt } from './formats.ts'
import { buildSecretFile, exportSecretFile, parseSecretFile, writeSecretFile } from './secret-files.ts'
import { UnwritableValue } from './edit.ts'

const isEdited = ({ format }: { readonly format: string }) => !isRebuilt(format)

const valuesOf = async (path: string, bytes: Uint8Array) => {
  const parsed = await parseSecretFile(path, bytes)
  return 'entries' in parsed ? Object.fromEntries(parsed.entries.map(({ key, value }) => [key, value])) : parsed
}

const entriesOf = async (path: string, bytes: Uint8Array) => {
  const parsed = await parseSecretFile(path, bytes)
  if (!('entries' in parsed)) throw new Error(`${path} was not read: ${JSON.stringify(parsed)}`)
  return parsed
}

test.each(secretFileSamples)('$path is read as $format, and unchanged it keeps its bytes', async (sample) => {
  const bytes = Buffer.from(sample.text)
  expect(await entriesOf(sample.path, bytes)).toMatchObject({ format: sample.format })
  expect(await valuesOf(sample.path, bytes)).toEqual(sample.values)
  expect(await writeSecretFile(sample.format, bytes, [])).toEqual(bytes)
  const marked = Buffer.concat([Buffer.from('\uFEFF'), bytes])
  expect(await valuesOf(sample.path, marked)).toEqual(sample.values)
  expect(await writeSecretFile(sample.format, marked, [])).toEqual(marked)
})

test.each(secretFileSamples)('$path names what of it has no entries', async ({ path, text, unread = [] }) => {
  const parsed = await entriesOf(path, Buffer.from(text))
  expect(parsed.unread.map(({ rule, line }) => [rule, line])).toEqual(unread)
})

test.each(secretFileSamples)('$path is exported with every value', async ({ path, format, text, values }) => {
  const exported = await exportSecretFile(format, Buffer.from(text))
  expect(await valuesOf(path, exported)).toEqual(values)
  if (isRebuilt(format)) expect(await entriesOf(path, exported)).toMatchObject({ unread: [] })
  else expect(exported.toString()).toBe(text)
})

test.each(secretFileSamples.filter((sample) => !isEdited(sample)))(
  'a value of $path is changed and removed, and the others stay as they are',
  async ({ path, format, values }) => {
    const before = await exportSecretFile(
      format,
      Buffer.from(secretFileSamples.find((sample) => sample.path === path)!.text),
    )
    for (const key of Object.keys(values).filter((one) => !one.endsWith('.id'))) {
      const changed = await writeSecretFile(format, before, [{ key, value: 'new-value' }])
      expect(await valuesOf(path, changed)).toEqual({ ...values, [key]: 'new-value' })
    }
    const last = Object.keys(values).at(-1)!
    const removed = await writeSecretFile(format, before, [{ key: last, value: null }])
    const { [last]: gone, ...left } = values
    expect(gone).toBeDefined()
    expect(await valuesOf(path, removed)).toEqual(left)
  },
)

test.each([
  ['.envrc', 'direnv', 'use nix\nexport A=1\n', 'A'],
  ['.envrc', 'direnv', 'export B="$X"\nexport A=1\n', 'A'],
  ['settings.py', 'python', 'import os\nA = 1\n', 'A'],
  ['a.tfvars', 'tfvars', 'b = var.x\na = 1\n', 'a'],
  ['.netrc', 'netrc', 'machine a login b\nmacdef init\nbye\n\n', 'a.login'],
] as const)('%s (%s) that holds more than values is not changed', async (path, format, text, key) => {
  const bytes = Buffer.from(text)
  expect(Object.keys(await valuesOf(path, bytes))).toEqual([key])
  await expect(writeSecretFile(format, bytes, [{ key, value: '2' }])).rejects.toThrow(UnwritableValue)
  await expect(writeSecretFile(format, bytes, [{ key, value: null }])).rejects.toThrow(UnwritableValue)
  expect(await valuesOf(path, await exportSecretFile(format, bytes))).toEqual(await valuesOf(path, bytes))
})

test('numbers, words and texts of a file that is rewritten keep their meaning for its program', async () => {
  const text = 'A = 8080  # port\nB = "8080"\nC = False\nD = None\nE = 1.50\n'
  const bytes = Buffer.from(text)
  expect((await exportSecretFile('python', bytes)).toString()).toBe(
    'A = 8080\nB = "8080"\nC = False\nD = None\nE = 1.50\n',
  )
  const changed = await writeSecretFile('python', bytes, [
    { key: 'A', value: '9090' },
    { key: 'B', value: '9090' },
    { key: 'C', value: 'no' },
  ])
  expect(changed.toString()).toBe('A = 9090\nB = "9090"\nC = "no"\nD = None\nE = 1.50\n')
})

test.each(secretFileSamples.filter(isEdited))('a changed value of $path changes only its own bytes', async (sample) => {
  const { path, format, text } = sample
  const bytes = Buffer.from(text)
  const { entries } = await entriesOf(path, bytes)
  const names = entries.filter(({ key }) => !key.endsWith('.id'))
  for (const { key, range } of names) {
    const { start, end } = range!
    const changed = (await writeSecretFile(format, bytes, [{ key, value: 'new-value' }])).toString()
    expect(changed.startsWith(text.slice(0, start))).toBe(true)
    expect(changed.endsWith(text.slice(end))).toBe(true)
    expect(await valuesOf(path, Buffer.from(changed))).toEqual({ ...(await valuesOf(path, bytes)), [key]: 'new-value' })
  }
  const all = await writeSecretFile(
    format,
    bytes,
    names.map(({ key }) => ({ key, value: 'new-value' })),
  )
  expect(new Set(names.map(({ key }) => key))).toEqual(new Set(await keysWith(path, all, 'new-value')))
})

const keysWith = async (path: string, bytes: Uint8Array, wanted: string) =>
  (await entriesOf(path, bytes)).entries.filter(({ value }) => value === wanted).map(({ key }) => key)

test.each([
  ['.env', 'dotenv', 'A=1\n# c\nB=2', { C: 'a b' }, "A=1\n# c\nB=2\nC='a b'\n"],
  ['.env', 'dotenv', 'export A=1\r\n', { B: 'x' }, 'export A=1\r\nexport B=x\r\n'],
  ['.envrc', 'direnv', '', { A: "it's" }, 'export A="it\'s"\n'],
  ['a.properties', 'properties', 'a: 1\n', { 'b c': 'é' }, 'a: 1\nb\\ c: \\u00e9\n'],
  ['a.ini', 'ini', '[x]\na=1\n\n[y]\nb=2\n', { 'x.c': 'd', 'z.e': 'f' }, '[x]\na=1\nc=d\n\n[y]\nb=2\n\n[z]\ne=f\n'],
  ['.npmrc', 'npmrc', 'a=1\n[s]\n', { '//r/:_authToken': 'x' }, 'a=1\n//r/:_authToken=x\n[s]\n'],
  ['.netrc', 'netrc', 'machine a login b\n', { 'a.password': 'c d' }, 'machine a\n  login b\n  password "c d"\n'],
  ['.pgpass', 'pgpass', '*:*:*:*:x\n', { 'h:1:d:u': 'a:b' }, 'h:1:d:u:a\\:b\n*:*:*:*:x\n'],
  ['a.yml', 'yaml', 'a:\n  b: 1\nc: 2\n', { 'a.d.e': 'yes' }, "a:\n  b: 1\n  d:\n    e: 'yes'\nc: 2\n"],
  [
    'a.json',
    'json',
    '{\n  "a": {"b": 1}\n}\n',
    { 'a.c': 'x', d: 'y' },
    '{\n  "a": {"b": 1,"c": "x"},\n  "d": "y"\n}\n',
  ],
  ['a.toml', 'toml', '[a]\nb = 1\n\n[c]\n', { 'a.d': 'x' }, '[a]\nb = 1\nd = "x"\n\n[c]\n'],
  ['a.tfvars', 'tfvars', 'a = 1\n', { b: '$' + '{x}' }, 'a = 1\nb = "$$' + '{x}"\n'],
  ['settings.py', 'python', 'A = 1\n', { B: '"' }, 'A = 1\nB = "\\""\n'],
] as const)(
  'a new key in %s (%s) gets a line in its style, and goes with it',
  async (path, format, text, added, becomes) => {
    const bytes = Buffer.from(text)
    const changes = Object.entries(added).map(([key, value]) => ({ key, value }))
    const written = await writeSecretFile(format, bytes, changes)
    expect(written.toString()).toBe(becomes)
    const removed = await writeSecretFile(
      format,
      written,
      changes.map(({ key }) => ({ key, value: null })),
    )
    expect(await valuesOf(path, removed)).toEqual(await valuesOf(path, bytes))
  },
)

test.each(secretFileSamples.filter(({ format }) => format !== 'xml'))(
  '$path is rebuilt with every value',
  async (sample) => {
    const { format, entries } = await entriesOf(sample.path, Buffer.from(sample.text))
    const rebuilt = await buildSecretFile(format, entries)
    const isSplit = sample.path.endsWith('application.yml')
    expect(await valuesOf(sample.path, rebuilt)).toEqual(
      isSplit ? expect.objectContaining(sample.values) : sample.values,
    )
  },
)

test('values of dotenv’s own fixtures are as dotenv reads them, and each can be changed', async () => {
  const folder = join(import.meta.dirname, 'fixtures/dotenv')
  for (const name of (await readdir(folder)).filter((one) => one !== 'LICENSE')) {
    const bytes = await readFile(join(folder, name))
    const { entries, unread } = await entriesOf('.env', bytes)
    const named = new Set(unread.map(({ key }) => key))
    const theirs = Object.entries(dotenvOf(bytes.toString('utf8').replace(/^\uFEFF/, '')))
    expect(await valuesOf('.env', bytes)).toEqual(Object.fromEntries(theirs.filter(([key]) => !named.has(key))))
    for (const { key } of entries) {
      const changed = await writeSecretFile('dotenv', bytes, [{ key, value: 'two words' }])
      expect(dotenvOf(changed.toString('utf8').replace(/^\uFEFF/, ''))[key]).toBe('two words')
    }
  }
})

test.each(['class', 'None', 'else', '__debug__', 'a-b'])(
  'a Python file is not written with the name %s',
  async (key) => {
    await expect(buildSecretFile('python', [{ key, value: 'x' }])).rejects.toThrow(UnwritableValue)
    const nested = await buildSecretFile('python', [{ key: `A.${key}`, value: 'x' }])
    expect(await valuesOf('settings.py', nested)).toEqual({ [`A.${key}`]: 'x' })
  },
)

test.each([
  [
    ['*:*:*:u', 'h:1:*:*', '*:1:d:u', 'h:1:d:u', 'g:1:d:u'],
    ['h:1:d:u', 'g:1:d:u', '*:1:d:u', '*:*:*:u', 'h:1:*:*'],
  ],
  [
    ['*:1:c:d', 'a\\::1:c:d'],
    ['a\\::1:c:d', '*:1:c:d'],
  ],
  [
    ['*::*:', 'h:::', 'h::*:'],
    ['h:::', 'h::*:', '*::*:'],
  ],
  [
    ['*:1:*:d', '\\*:1:c:d', '*:1:c:d'],
    ['\\*:1:c:d', '*:1:c:d', '*:1:*:d'],
  ],
])('lines of .pgpass for %j come before the lines that cover them', async (keys, ordered) => {
  const built = await buildSecretFile(
    'pgpass',
    keys.map((key) => ({ key, value: 'x' })),
  )
  expect(built.toString()).toBe(ordered.map((key) => `${key}:x\n`).join(''))
})

test.each([
  ['.env', 'dotenv', 'A=1\n', 'both \' and " and `'],
  ['.env', 'dotenv', 'A=1\n', 'ends with \\'],
  ['.pgpass', 'pgpass', 'h:1:d:u:x\n', 'two\nlines'],
  ['.netrc', 'netrc', 'machine a password b\n', 'two\nlines'],
  ['a.ini', 'ini', '[a]\nb=1\n', 'cut # here'],
  ['.env', 'dotenv', 'A=1\n', '\ud800'],
] as const)('%s (%s) refuses a value that its readers would not agree on', async (_path, format, text, value) => {
  const key = { dotenv: 'A', pgpass: 'h:1:d:u', netrc: 'a.password', ini: 'a.b' }[format]
  await expect(writeSecretFile(format, Buffer.from(text), [{ key, value }])).rejects.toThrow(UnwritableValue)
})
