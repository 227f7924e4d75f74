import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeS3 } from '../../testing/objects/s3.ts'
import { ObjectMismatchError, ObjectTooLargeError, OffsetError, StorageUnavailableError } from './index.ts'
import { openBucket } from './open-bucket.ts'

const scratch = await mkdtemp(join(tmpdir(), 'atelier-s3-'))
// A hundred-and-twenty-eighth of what the product sends: apps/server/objects.test.ts tries its real parts.
const pace = { partBytes: 65_536, firstPauseMs: 1 }
const fake = await startFakeS3('objects', { minPartBytes: 40_960 })
const place = { ...fake.place, prefix: 'of/atelier/' }
const { objects: store, close } = await openBucket(place, scratch, pace)
afterAll(async () => {
  await close()
  await fake.close()
  await rm(scratch, { recursive: true })
})
beforeEach(() => {
  fake.objects.clear()
  fake.state.refusal = undefined
})
afterEach(async () => {
  expect([fake.uploads.size, fake.faults, await readdir(scratch)]).toEqual([0, [], []])
  expect([...fake.objects.keys()].filter((key) => !key.startsWith('of/atelier/') || key.includes('/.'))).toEqual([])
})

const maxBytes = 468_750
const large = randomBytes(156_250)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const expected = { sizeBytes: large.length, sha256: sha256(large) }
const put = (key: string, bytes: Buffer) => store.put(key, Readable.from([bytes]), { maxBytes })
const read = async (key: string) => buffer((await store.open(key))!.content)
/** The bytes from `from` to `to`, after which the connection breaks unless that is the end. */
const part = (from: number, to = large.length) =>
  Readable.from(
    (async function* () {
      for (let at = from; at < to; at += 512) yield large.subarray(at, Math.min(at + 512, to))
      if (to < large.length) throw new Error('cut')
    })(),
  )
const append = (key: string, content: Readable, offset: number) => store.append(key, content, { offset, expected })

test.each([0, 10, pace.partBytes, large.length])('%i bytes are read back unchanged', async (sizeBytes) => {
  const bytes = large.subarray(0, sizeBytes)
  expect(await put('a/b', bytes)).toEqual({ sizeBytes, sha256: sha256(bytes) })
  expect((await read('a/b')).equals(bytes)).toBe(true)
  expect(await store.withFile('a/b', async (path) => (await readFile(path)).equals(bytes))).toBe(true)
  expect([...fake.objects.keys()]).toEqual(['of/atelier/a/b'])
})

test('a failure leaves the former content, and no upload', async () => {
  await put('key', Buffer.from('former'))
  const wrong = store.put('key', Readable.from([large]), {
    maxBytes,
    expected: { ...expected, sha256: '0'.repeat(64) },
  })
  await expect(wrong).rejects.toBeInstanceOf(ObjectMismatchError)
  const tooLarge = store.put('key', Readable.from([large, large, large, large]), { maxBytes })
  await expect(tooLarge).rejects.toBeInstanceOf(ObjectTooLargeError)
  const aborted = store.put('key', Readable.from([large]), { maxBytes, signal: AbortSignal.abort() })
  await expect(aborted).rejects.toThrow('aborted')
  fake.faults.push(...Array.from({ length: 5 }, () => 'complete-fails' as const))
  await expect(put('key', large)).rejects.toBeInstanceOf(StorageUnavailableError)
  expect((await read('key')).toString()).toBe('former')
})

test('a service that is busy or hangs up is asked again, and an answer that is cut resumes at its offset', async () => {
  fake.faults.push('slow-down', 'hang-up')
  await put('key', Buffer.from('content'))
  for (const fault of ['complete-fails', 'complete-unheard'] as const) {
    fake.faults.push(fault)
    await put('large', large)
  }
  fake.faults.push('cut-answer', 'cut-answer')
  expect((await read('large')).equals(large)).toBe(true)
  fake.faults.push(...Array.from({ length: 6 }, () => 'cut-answer' as const))
  await expect(store.withFile('large', async () => 'lent')).rejects.toBeInstanceOf(StorageUnavailableError)
})

test('a part of an object is read on its own, resumes at the cut, and knows the size of the whole', async () => {
  await put('large', large)
  for (const cuts of [0, 2]) {
    fake.faults.push(...Array.from({ length: cuts }, () => 'cut-answer' as const))
    const opened = (await store.open('large', { first: 100, last: 70_099 }))!
    expect(opened.sizeBytes).toBe(large.length)
    expect((await buffer(opened.content)).equals(large.subarray(100, 70_100))).toBe(true)
  }
  await expect(store.open('large', { first: 100, last: large.length })).rejects.toThrow('how large')
})

test('objects under a prefix are removed over several pages, only old objects if asked', async () => {
  for (const key of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'ab']) await put(key, Buffer.from('x'))
  fake.objects.get('of/atelier/a/5')!.putAt = new Date(0)
  await store.removeOld('a', 48 * 3_600_000)
  const left = () => [...fake.objects.keys()].map((key) => key.slice('of/atelier/'.length))
  expect(left()).toEqual(['a/1', 'a/2', 'a/3', 'a/4', 'ab'])
  await store.removeUnder('a')
  expect(left()).toEqual(['ab'])
  await expect(store.removeOld('ab', 3_600_000)).rejects.toThrow('by rows alone')
  for (const key of ['setups/a/1', 'setups/a/2', 'setups/b']) await put(key, Buffer.from('x'))
  await store.dropCached('setups/a')
  await store.dropCached('setups/b')
  expect(left()).toEqual(['ab'])
})

test('a missing object is missing; a bucket that went, or that refuses, is an error', async () => {
  expect([await store.has('no'), await store.open('no'), await store.arrivedBytes('no')]).toEqual([false, undefined, 0])
  await store.remove('no')
  fake.state.refusal = [404, 'NoSuchBucket']
  await expect(store.open('no')).rejects.toThrow('NoSuchBucket')
  await expect(store.has('no')).rejects.toThrow('NoSuchBucket')
})

test('an object that is cut again and again arrives whole, each time from its last offset', async () => {
  const cuts = [10, 9_000, 65_536, 70_000, 131_071, 131_073, 156_249]
  for (const cut of cuts) {
    const offset = await store.arrivedBytes('a/b')
    await expect(append('a/b', part(offset, cut), offset)).rejects.toThrow('cut')
    expect([await store.arrivedBytes('a/b'), await store.has('a/b')]).toEqual([cut, false])
  }
  for (const offset of [1, 156_248, large.length])
    await expect(append('a/b', part(offset), offset)).rejects.toMatchObject({ arrivedBytes: 156_249 })
  expect(await append('a/b', part(156_249), 156_249)).toEqual(expected)
  expect((await read('a/b')).equals(large)).toBe(true)
  expect(await store.arrivedBytes('a/b')).toBe(0)
})

test('offset 0 begins again, and removing an object removes what has arrived of it', async () => {
  await expect(append('c', part(0, 70_000), 0)).rejects.toThrow('cut')
  expect(await append('c', part(0), 0)).toEqual(expected)
  await expect(append('f', part(0, 70_000), 0)).rejects.toThrow('cut')
  await store.remove('f')
  expect(await store.arrivedBytes('f')).toBe(0)
})

test('a sender that continues takes over from a sender that is still there, which ends', async () => {
  await expect(append('d', part(0, 1_000), 0)).rejects.toThrow('cut')
  const states = () => [...fake.objects].map(([key, { content }]) => (key.endsWith('/state') ? content : '')).join()
  const cut = states()
  const slow = new PassThrough()
  const first = append('d', slow, 1_000).catch((error: unknown) => error)
  slow.write(large.subarray(1_000, 2_000))
  while (states() === cut) await new Promise(setImmediate)
  expect(await append('d', part(1_000), 1_000)).toEqual(expected)
  slow.end(large.subarray(2_000))
  expect(await first).toBeInstanceOf(OffsetError)
  expect((await read('d')).equals(large)).toBe(true)
})

test('other bytes, too few and too many leave nothing, also at the end of an upload that was cut', async () => {
  const wrong = Buffer.from(large)
  wrong[156_000]! ^= 1
  await expect(append('e', Readable.from([wrong]), 0)).rejects.toBeInstanceOf(ObjectMismatchError)
  await expect(append('e', Readable.from([large.subarray(1)]), 0)).rejects.toBeInstanceOf(ObjectMismatchError)
  await expect(append('e', Readable.from([large, Buffer.of(1)]), 0)).rejects.toBeInstanceOf(ObjectTooLargeError)
  await expect(append('e', part(0, 70_000), 0)).rejects.toThrow('cut')
  const rest = Readable.from([wrong.subarray(70_000)])
  await expect(append('e', rest, 70_000)).rejects.toBeInstanceOf(ObjectMismatchError)
  expect(await store.has('e')).toBe(false)
})

test('opening the store removes what abandoned uploads left', async () => {
  await expect(append('g', part(0, 70_000), 0)).rejects.toThrow('cut')
  for (const [key, kept] of fake.objects) if (key.includes('/.arriving/')) kept.putAt = new Date(0)
  const again = await openBucket(place, scratch, pace)
  await again.close()
  expect([fake.uploads.size, await store.arrivedBytes('g')]).toEqual([0, 0])
})

test.each(['', '../a', 'a/../b', 'a b', 'é', 'a//b', '/a', '.arriving/a'])('the key “%s” is refused', async (key) => {
  await expect(async () => store.open(key)).rejects.toThrow('is not an object key')
  await expect(async () => store.removeUnder(key)).rejects.toThrow('is not an object key')
})

test.each([
  [{ secretAccessKey: 'other' }, undefined, 'does not accept the secret of the access key'],
  [{ accessKeyId: 'other' }, undefined, 'does not know the access key'],
  [{ bucket: 'elsewhere' }, undefined, 'is not there. Make it'],
  [{}, [403, 'AccessDenied'], 'Allow s3:GetObject'],
  [{}, [301, 'PermanentRedirect'], 'is in another region than us-east-1'],
  [{}, [403, 'RequestTimeTooSkewed'], 'the clock of this machine is wrong'],
  [{}, [507, 'XMinioStorageFull'], 'is full'],
  [{}, [405, 'MethodNotAllowed'], 'with 405 MethodNotAllowed'],
  [{ endpoint: 'http://127.0.0.1:1' }, undefined, 'does not answer. Start the object store'],
] as const)('a start with %j and %j names the remedy', async (change, refusal, sentence) => {
  fake.state.refusal = refusal
  const opening = openBucket({ ...place, ...change }, scratch, pace)
  await expect(opening).rejects.toMatchObject({ name: 'StartRefusal', message: expect.stringContaining(sentence) })
})
