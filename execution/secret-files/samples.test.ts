import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as dotenvOf } from 'dotenv'
import { expect, test } from 'vitest'
import { secretFileSamples } from '../../testing/secret-files.ts'
import { buildSecretFile, parseSecretFile, Unwritable, writeSecretFile } from './index.ts'

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

test.each(secretFileSamples)('a changed value of $path changes only its own bytes', async ({ path, format, text }) => {
  const bytes = Buffer.from(text)
  const { entries } = await entriesOf(path, bytes)
  const names = entries.filter(({ key }) => !key.endsWith('.id'))
  for (const { key, start, end } of names) {
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
  ['.envrc', 'direnv', 'use nix\n', { A: "it's" }, 'use nix\nexport A="it\'s"\n'],
  ['a.properties', 'properties', 'a: 1\n', { 'b c': 'é' }, 'a: 1\nb\\ c: \\u00e9\n'],
  ['a.ini', 'ini', '[x]\na=1\n\n[y]\nb=2\n', { 'x.c': 'd', 'z.e': 'f' }, '[x]\na=1\nc=d\n\n[y]\nb=2\n\n[z]\ne=f\n'],
  ['.npmrc', 'npmrc', 'a=1\n[s]\n', { '//r/:_authToken': 'x' }, 'a=1\n//r/:_authToken=x\n[s]\n'],
  ['.netrc', 'netrc', 'machine a\n  login b\n', { 'a.password': 'c d' }, 'machine a\n  login b\n  password "c d"\n'],
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
  [
    'settings.xml',
    'xml',
    '<s>\n  <a>\n    <b>1</b>\n  </a>\n</s>\n',
    { 'a.c': '<' },
    '<s>\n  <a>\n    <b>1</b>\n    <c>&lt;</c>\n  </a>\n</s>\n',
  ],
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
  const folder = join(import.meta.dirname, '../../testing/fixtures/dotenv')
  for (const name of (await readdir(folder)).filter((one) => one !== 'LICENSE')) {
    const bytes = await readFile(join(folder, name))
    const { entries } = await entriesOf('.env', bytes)
    expect(await valuesOf('.env', bytes)).toEqual(dotenvOf(bytes.toString('utf8').replace(/^\uFEFF/, '')))
    for (const { key } of entries) {
      const changed = await writeSecretFile('dotenv', bytes, [{ key, value: 'two words' }])
      expect(dotenvOf(changed.toString('utf8').replace(/^\uFEFF/, ''))[key]).toBe('two words')
    }
  }
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
  await expect(writeSecretFile(format, Buffer.from(text), [{ key, value }])).rejects.toThrow(Unwritable)
})
