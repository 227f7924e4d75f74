import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDiskStore } from './disk.ts'
import { isDiskFull, ObjectMismatchError, ObjectTooLargeError, StorageFullError } from './errors.ts'
import type { ObjectRemover, ObjectStore } from './objects.ts'

let folder: string
let store: ObjectStore & ObjectRemover
const maxBytes = 1_000_000

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'objects-'))
  store = await openDiskStore(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const read = async (key: string) => {
  const found = await store.open(key)
  return found && { sizeBytes: found.sizeBytes, content: await buffer(found.content) }
}
const leftovers = () => readdir(join(folder, '.incoming'))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('content is read back unchanged, with its size and hash', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 2000 })), async (chunks) => {
      const whole = Buffer.concat(chunks)
      const stored = await store.put('a/b.bundle', Readable.from(chunks.map((chunk) => Buffer.from(chunk))), {
        maxBytes,
      })
      expect(stored).toEqual({ sizeBytes: whole.length, sha256: sha256(whole) })
      expect(await read('a/b.bundle')).toEqual({ sizeBytes: whole.length, content: whole })
      expect(await leftovers()).toEqual([])
    }),
    { numRuns: 30 },
  ))

test('a missing object is missing in every operation, and can be removed', async () => {
  expect(await store.open('nothing/here')).toBeUndefined()
  expect(await store.has('nothing/here')).toBe(false)
  await store.put('some', Readable.from([Buffer.from('x')]), { maxBytes })
  expect(await store.has('some')).toBe(true)
  expect(await store.has('some/below')).toBe(false)
  await store.remove('some')
  await store.remove('some')
  expect(await store.has('some')).toBe(false)
})

test('objects under a prefix are removed once they are old, and no others', async () => {
  for (const key of ['sets/a/old', 'sets/new', 'other/old']) await store.put(key, Readable.from([]), { maxBytes })
  const threeDays = 72 * 3_600
  const longAgo = Date.now() / 1_000 - threeDays
  for (const key of ['sets/a/old', 'other/old']) await utimes(join(folder, key), longAgo, longAgo)
  await store.removeOld('sets', 48 * 3_600_000)
  await store.removeOld('nothing', 48 * 3_600_000)
  const left = () => Promise.all(['sets/a/old', 'sets/new', 'other/old'].map((key) => store.has(key)))
  expect(await left()).toEqual([false, true, true])
  await expect(store.removeOld('sets', 3_600_000)).rejects.toThrow('by rows alone')
  expect(await left()).toEqual([false, true, true])
})

test('a cached object is dropped at once, by its key or with all under it; no other object is', async () => {
  const keys = ['setups/a/one', 'setups/a/two', 'setups/b', 'imports/a']
  for (const key of keys) await store.put(key, Readable.from([]), { maxBytes })
  const left = () => Promise.all(keys.map((key) => store.has(key)))
  await store.dropCached('setups/a')
  await store.dropCached('setups/b')
  expect(await left()).toEqual([false, false, false, true])
  await expect(store.dropCached('imports/a')).rejects.toThrow('not the key of a cached object')
  expect(await left()).toEqual([false, false, false, true])
})

test('a key prefix is not an object', async () => {
  await store.put('some/key', Readable.from([Buffer.from('x')]), { maxBytes })
  expect(await store.has('some')).toBe(false)
  expect(await store.open('some')).toBeUndefined()
})

test.each([
  ['too many bytes', () => ({ content: Readable.from([Buffer.alloc(6), Buffer.alloc(6)]), maxBytes: 10 })],
  ['a broken stream', () => ({ content: brokenStream(), maxBytes })],
  ['an abort before', () => ({ content: Readable.from([Buffer.alloc(6)]), maxBytes, signal: AbortSignal.abort() })],
  ['an abort in the middle', abortedInTheMiddle],
])('%s leaves the previous content and nothing else', async (_title, attempt) => {
  await store.put('key', Readable.from([Buffer.from('former')]), { maxBytes })
  const { content, ...options } = attempt()
  await expect(store.put('key', content, options)).rejects.toThrow()
  expect((await read('key'))?.content.toString()).toBe('former')
  expect(await leftovers()).toEqual([])
  expect(content.destroyed).toBe(true)
})

test('too many bytes have their own error', async () => {
  const put = store.put('key', Readable.from([Buffer.alloc(11)]), { maxBytes: 10 })
  await expect(put).rejects.toBeInstanceOf(ObjectTooLargeError)
})

test('bytes that differ from the declared ones are refused, and declared bytes can be passed as a file', async () => {
  const declared = { sizeBytes: 4, sha256: sha256(Buffer.from('good')) }
  const put = (text: string) => store.put('key', Readable.from([Buffer.from(text)]), { maxBytes, expected: declared })
  await expect(put('evil')).rejects.toBeInstanceOf(ObjectMismatchError)
  expect([await store.has('key'), await leftovers()]).toEqual([false, []])
  await put('good')
  expect(await store.withFile('key', (path) => readFile(path, 'utf8'))).toBe('good')
  expect(await store.withFile('other', (path) => readFile(path, 'utf8'))).toBeUndefined()
})

test('objects under a prefix are removed together, and other objects stay', async () => {
  for (const key of ['a/b/c', 'a/b/d', 'a/bc']) await store.put(key, Readable.from([Buffer.from('x')]), { maxBytes })
  await store.removeUnder('a/b')
  await store.removeUnder('nothing/here')
  expect([await store.has('a/b/c'), await store.has('a/b/d'), await store.has('a/bc')]).toEqual([false, false, true])
})

test('a full disk has its own error', async () => {
  const content = new Readable({ read: () => undefined })
  content.destroy(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  const put = store.put('key', content, { maxBytes })
  await expect(put).rejects.toBeInstanceOf(StorageFullError)
  expect(isDiskFull(Object.assign(new Error(), { code: 'EDQUOT' }))).toBe(true)
  expect(isDiskFull(new Error('ENOSPC'))).toBe(false)
})

const onTinyDisk = (command: readonly string[]) =>
  spawnSync('unshare', [
    '--user',
    '--map-root-user',
    '--mount',
    'sh',
    '-c',
    'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"',
    folder,
    ...command,
  ])
const canMount = spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'true']).status === 0

test.skipIf(!canMount)('a disk that fills up during a write keeps the previous content and nothing else', () => {
  const script = `
    import { readdirSync } from 'node:fs'
    import { Readable } from 'node:stream'
    import { openDiskStore } from ${JSON.stringify(import.meta.resolve('./disk.ts'))}
    const store = await openDiskStore(${JSON.stringify(folder)})
    const put = (sizeBytes) => store.put('key', Readable.from([Buffer.alloc(sizeBytes)]), { maxBytes: 1e9 })
    await put(10)
    const error = await put(2_000_000).catch((thrown) => thrown)
    const { sizeBytes } = await store.open('key')
    console.log(JSON.stringify([error.name, sizeBytes, readdirSync(${JSON.stringify(join(folder, '.incoming'))})]))`
  const { stdout } = onTinyDisk([process.execPath, '--input-type=module', '--eval', script])
  expect(JSON.parse(stdout.toString())).toEqual(['StorageFullError', 10, []])
})

test.each([
  '',
  '/',
  'a//b',
  '../a',
  'a/../b',
  './a',
  '.incoming/x',
  'a/.b',
  'a\\b',
  'a b',
  'a\0',
  'é',
  '/etc/passwd',
  'a/',
])('the key “%s” is refused', async (key) => {
  await expect(async () => store.has(key)).rejects.toThrow('is not an object key')
  await expect(async () => store.open(key)).rejects.toThrow('is not an object key')
})

test('a key that is too long or too deep is refused', async () => {
  await expect(async () => store.has('a'.repeat(513))).rejects.toThrow('is not an object key')
  await expect(async () => store.has(Array.from({ length: 17 }, () => 'a').join('/'))).rejects.toThrow(
    'is not an object key',
  )
})

test('the next start removes old remains of dead uploads and keeps recent ones', async () => {
  await writeFile(join(folder, '.incoming', 'old'), 'x')
  await writeFile(join(folder, '.incoming', 'fresh'), 'x')
  await utimes(join(folder, '.incoming', 'old'), new Date(0), new Date(0))
  await openDiskStore(folder)
  expect(await leftovers()).toEqual(['fresh'])
})

test('two concurrent puts under a key leave one whole object', async () => {
  const contents = ['a', 'b'].map((letter) => Buffer.alloc(500_000, letter))
  await Promise.all(contents.map((content) => store.put('key', Readable.from([content]), { maxBytes })))
  const found = await read('key')
  expect(contents.some((content) => found?.content.equals(content))).toBe(true)
})

const brokenStream = () =>
  Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('the connection is gone')
    })(),
  )

function abortedInTheMiddle() {
  const controller = new AbortController()
  const content = new Readable({
    read() {
      this.push(Buffer.alloc(10))
      setImmediate(() => controller.abort())
    },
  })
  return { content, maxBytes, signal: controller.signal }
}
