import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'dotenv'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { dotenvHolds, dotenvSpellings } from './dotenv-values.ts'
import { buildSecretFile, writeSecretFile } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'dotenv-values-'))
afterAll(() => rmSync(folder, { recursive: true }))

const expansion = (name: string) => ['$', '{', name, '}'].join('')
const parts = [
  'a',
  ' ',
  "'",
  '"',
  '\\',
  '$',
  expansion('A'),
  '$(id)',
  '`',
  '#',
  '=',
  '\n',
  '\t',
  '!',
  '~',
  '{',
  '}',
  '*',
  'é',
  ';',
  '&',
]
const values = fc
  .sample(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }), { numRuns: 2_000, seed: 4_711 })
  .map((some) => some.join(''))

/** Every variable of an environment that a program prints, with NUL bytes between them. */
const variablesIn = (output: string): ReadonlyMap<string, string> =>
  new Map(
    output
      .split('\0')
      .filter((line) => /^V\d+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

test('dotenv, node --env-file and bash read written values alike, in every spelling', () => {
  const written = values
    .filter(dotenvHolds)
    .flatMap((value) => dotenvSpellings(value).map((spelled) => ({ value, spelled })))
    .map((one, at) => ({ ...one, key: `V${at}` }))
  expect(written.length).toBeGreaterThan(500)
  const path = join(folder, '.env')
  const text = written.map(({ key, spelled }) => `${key}=${spelled}\n`).join('')
  writeFileSync(path, text)
  const print = "for (const one of Object.entries(process.env)) process.stdout.write(one.join('=') + '\\0')"
  const options = { cwd: folder, env: { PATH: process.env.PATH }, encoding: 'utf8' as const, maxBuffer: 1 << 26 }
  const stdio = ['ignore' as const, 'pipe' as const, 'pipe' as const]
  const readers = {
    dotenv: new Map(Object.entries(parse(text))),
    node: variablesIn(execFileSync(process.execPath, [`--env-file=${path}`, '-e', print], options)),
    bash: variablesIn(execFileSync('bash', ['-c', 'set -a; . ./.env; env -0'], { ...options, stdio })),
  }
  const wanted = Object.fromEntries(written.map(({ key, value }) => [key, value]))
  for (const [reader, read] of Object.entries(readers))
    expect([reader, Object.fromEntries(read)]).toEqual([reader, wanted])
})

test.each([
  ['both kinds of quotes', `touch pwned '' ""`],
  ['a quote and a dollar', "it's $5"],
  ['a line that looks like an assignment', 'A\nB=evil'],
  ['a carriage return', 'a\r\nb'],
  ['a variable that python-dotenv expands', `http://${expansion('HOST')}/`],
  ['two backslashes', 'a\\\\b'],
  ['a backslash at the end', 'C:\\'],
])('a value with %s is not written', async (_, value) => {
  expect(dotenvSpellings(value)).toEqual([])
  await expect(writeSecretFile('dotenv', Buffer.from('A=1\n'), [{ key: 'A', value }])).rejects.toThrow('cannot hold')
  await expect(buildSecretFile('dotenv', [{ key: 'A', value }])).rejects.toThrow('cannot hold')
})

test.each([
  ['JSON over several lines', '{\n  "a": [1, 2],\n  "b": "$x"\n}'],
  ['a private key', '-----BEGIN KEY-----\nMIIBVg\nQ0FFUQ==\n-----END KEY-----\n'],
  ['a Windows path', 'C:\\Users\\Ada'],
  ['a command', '$(touch pwned) `touch pwned`'],
])('a value with %s is written without backticks around it', async (_, value) => {
  const written = await buildSecretFile('dotenv', [{ key: 'A', value }])
  expect(parse(written)).toEqual({ A: value })
  expect(written.toString()).not.toMatch(/=`/)
})

test('a value that is emptied before a comment is written as empty quotes', async () => {
  const written = await writeSecretFile('dotenv', Buffer.from('A=old # why\nB=x\n'), [{ key: 'A', value: '' }])
  expect(written.toString()).toBe('A="" # why\nB=x\n')
  const bare = await writeSecretFile('dotenv', Buffer.from('A=old\n'), [{ key: 'A', value: '' }])
  expect(bare.toString()).toBe('A=\n')
})
