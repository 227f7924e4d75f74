import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { ObjectMismatchError, ObjectTooLargeError, OffsetError, openDiskStore } from './index.ts'

const folder = await mkdtemp(join(tmpdir(), 'atelier-partial-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const store = await openDiskStore(folder)

const whole = randomBytes(3_000_000)
const expected = { sizeBytes: whole.length, sha256: createHash('sha256').update(whole).digest('hex') }
/** The bytes from `from` to `to`, after which the connection breaks unless that is the end. */
const part = (from: number, to = whole.length) =>
  Readable.from(
    (async function* () {
      for (let at = from; at < to; at += 65_536) yield whole.subarray(at, Math.min(at + 65_536, to))
      if (to < whole.length) throw new Error('cut')
    })(),
  )
const append = (key: string, content: Readable, offset: number) => store.append(key, content, { offset, expected })
const left = async () => (await readdir(join(folder, '.arriving'))).length

test('an object that is cut ten times arrives whole, each time from its last offset', async () => {
  for (let cut = 1; cut <= 10; cut += 1) {
    const offset = await store.arrivedBytes('a/b')
    await expect(append('a/b', part(offset, cut * 250_000), offset)).rejects.toThrow('cut')
    expect(await store.arrivedBytes('a/b')).toBe(cut * 250_000)
    expect(await store.has('a/b')).toBe(false)
  }
  expect(await append('a/b', part(2_500_000), 2_500_000)).toEqual(expected)
  const read = await store.open('a/b')
  expect(Buffer.concat(await Array.fromAsync(read!.content as AsyncIterable<Buffer>)).equals(whole)).toBe(true)
  expect([await store.arrivedBytes('a/b'), await left()]).toEqual([0, 0])
})

test('another offset is refused with the right one, and nothing is lost; offset 0 begins again', async () => {
  await expect(append('c', part(0, 100_000), 0)).rejects.toThrow('cut')
  for (const offset of [1, 99_999, 100_001, whole.length])
    await expect(append('c', part(offset), offset)).rejects.toMatchObject({
      name: 'OffsetError',
      arrivedBytes: 100_000,
    })
  expect(await append('c', part(0), 0)).toEqual(expected)
})

test('a sender that continues takes over from a sender that is still there, which ends', async () => {
  await expect(append('d', part(0, 1_000), 0)).rejects.toThrow('cut')
  const slow = new PassThrough()
  const first = append('d', slow, 1_000)
  slow.write(whole.subarray(1_000, 2_000))
  while ((await store.arrivedBytes('d')) < 2_000);
  expect(await append('d', part(2_000), 2_000)).toEqual(expected)
  slow.end(whole.subarray(2_000))
  await expect(first).rejects.toBeInstanceOf(OffsetError)
  expect([await store.has('d'), await left()]).toEqual([true, 0])
})

test('other bytes, too few and too many leave nothing', async () => {
  const wrong = Buffer.from(whole)
  wrong[5]! ^= 1
  await expect(append('e', Readable.from([wrong]), 0)).rejects.toBeInstanceOf(ObjectMismatchError)
  await expect(append('e', Readable.from([whole.subarray(1)]), 0)).rejects.toBeInstanceOf(ObjectMismatchError)
  await expect(append('e', Readable.from([whole, Buffer.of(1)]), 0)).rejects.toBeInstanceOf(ObjectTooLargeError)
  expect([await store.has('e'), await left()]).toEqual([false, 0])
})

test('removing an object removes what has arrived of it', async () => {
  await expect(append('f', part(0, 1_000), 0)).rejects.toThrow('cut')
  await store.remove('f')
  expect([await store.arrivedBytes('f'), await left()]).toEqual([0, 0])
})
