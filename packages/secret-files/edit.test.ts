import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secretFileSamples } from './testing/samples.ts'
import { lengthOf } from '../../testing/soak.ts'
import { joinKey, type SkippedPlace, splitKey } from './dialect.ts'
import { buildSecretFile, exportSecretFile, parseSecretFile, writeSecretFile } from './secret-files.ts'
import type { Format } from './formats.ts'
import { UnwritableValue } from './edit.ts'

const runs = lengthOf({ daily: 15, soak: 4_000 })

const tricky = fc.constantFrom(
  '',
  'yes',
  '012',
  'null',
  'a b',
  "it's",
  'a"b',
  'a#b',
  ' # c',
  '$X',
  '$' + '{Y}',
  '%{z}',
  '`z`',
  'a\\',
  'A=b\nC=d',
  '\r\n',
  'é',
  '\u2028',
  '<%= x %>',
  '<a&b>',
  '"""',
  "'''",
  '- a',
  'a: b',
  '1e3',
  '[a]',
  '!t',
  '*a',
  '|',
  'p:w',
  '; x',
  '{{x}}',
  '\t',
)
const values = fc.oneof(tricky, fc.string({ unit: 'binary', maxLength: 24 }), fc.string({ maxLength: 24 }))

const read = async (path: string, bytes: Uint8Array) => {
  const parsed = await parseSecretFile(path, bytes)
  if (!('entries' in parsed)) throw new Error(`${path} was not read: ${JSON.stringify(parsed)}`)
  return Object.fromEntries(parsed.entries.map(({ key, value }) => [key, value]))
}

const unlessUnwritable = async <Result>(act: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await act()
  } catch (error) {
    if (error instanceof UnwritableValue) return undefined
    throw error
  }
}

test.each(secretFileSamples)(
  'a value written into $path reads back, and the old one restores the values',
  async (sample) => {
    const { path, format, text, values: before } = sample
    const keys = fc.constantFrom(...Object.keys(before))
    await fc.assert(
      fc.asyncProperty(keys, values, async (key, value) => {
        const bytes = await exportSecretFile(format, Buffer.from(text))
        const written = await unlessUnwritable(() => writeSecretFile(format, bytes, [{ key, value }]))
        if (!written) return
        expect(await read(path, written)).toEqual({ ...before, [key]: value })
        const back = await unlessUnwritable(() => writeSecretFile(format, written, [{ key, value: before[key]! }]))
        if (back) expect(await read(path, back)).toEqual(before)
      }),
      { numRuns: runs },
    )
  },
)

test.each(secretFileSamples)('any text near $path is read or refused, and read it keeps its bytes', async (sample) => {
  const cut = fc.tuple(fc.nat(sample.text.length), fc.nat(12), values)
  await fc.assert(
    fc.asyncProperty(fc.array(cut, { maxLength: 3 }), async (cuts) => {
      const text = cuts.reduce((now, [at, length, put]) => now.slice(0, at) + put + now.slice(at + length), sample.text)
      const bytes = Buffer.from(text.toWellFormed())
      const parsed = await parseSecretFile(sample.path, bytes)
      if (!('entries' in parsed)) {
        expect('opaque' in parsed || parsed.line >= 1).toBe(true)
        return
      }
      expect(await writeSecretFile(parsed.format, bytes, [])).toEqual(bytes)
      const exported = await unlessUnwritable(() => exportSecretFile(parsed.format, bytes))
      if (exported) expect(await read(sample.path, exported)).toEqual(await read(sample.path, bytes))
      const assigned = new Set(parsed.entries.map(({ key }) => splitKey(key)?.[0] ?? key))
      const isReadToo = ({ key }: SkippedPlace) => key !== undefined && assigned.has(key)
      if (parsed.format !== 'netrc') expect(parsed.unread.filter(isReadToo)).toEqual([])
      const [{ key, value } = { key: undefined, value: '' }] = parsed.entries
      if (key !== undefined) expect(await writeSecretFile(parsed.format, bytes, [{ key, value }])).toEqual(bytes)
    }),
    { numRuns: runs },
  )
})

test('any bytes are read or refused in every format', async () => {
  const paths = fc.constantFrom(...new Set(secretFileSamples.map(({ path }) => path)), 'unknown')
  await fc.assert(
    fc.asyncProperty(paths, fc.uint8Array({ maxLength: 64 }), async (path, bytes) => {
      const parsed = await parseSecretFile(path, bytes)
      if ('format' in parsed) expect(await writeSecretFile(parsed.format, bytes, [])).toEqual(Buffer.from(bytes))
      else expect('opaque' in parsed || parsed.line >= 1).toBe(true)
    }),
    { numRuns: runs * 5 },
  )
})

test('a rebuilt file reads back with the same values', async () => {
  const kinds: Format[] = ['dotenv', 'direnv', 'properties', 'yaml', 'json', 'toml', 'tfvars', 'python', 'npmrc']
  const paths: Partial<Record<Format, string>> = { dotenv: '.env', direnv: '.envrc', npmrc: '.npmrc', python: 'a.py' }
  const keys = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds), fc.dictionary(keys, values, { maxKeys: 5 }), async (format, wanted) => {
      const entries = Object.entries(wanted).map(([key, value]) => ({ key, value }))
      const built = await unlessUnwritable(() => buildSecretFile(format, entries))
      if (built) expect(await read(paths[format] ?? `a.${format}`, built)).toEqual({ ...wanted })
    }),
    { numRuns: runs * 3 },
  )
})

test('a key is its segments and back, and no text is the key of two', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (segments) => {
      expect(splitKey(joinKey(segments))).toEqual(segments)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const segments = splitKey(text)
      if (segments) expect(joinKey(segments)).toBe(text)
    }),
  )
})
