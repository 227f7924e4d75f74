import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openGrowth, watchDisk } from './disk.ts'

const megabytes = fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 1_000 })), { maxLength: 50 })

test('space that others free between two looks hides nothing that was written between others', () =>
  fc.assert(
    fc.property(megabytes, (steps) => {
      let used = 100_000
      let written = 0
      const growth = openGrowth(used)
      for (const [isWritten, size] of steps) {
        used += isWritten ? size : -size
        written += isWritten ? size : 0
        expect(growth(used)).toBe(written)
      }
    }),
  ))

const folder = await mkdtemp(join(tmpdir(), 'disk-watch-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const mebibyte = 2 ** 20

test('the rest of a command is found at its end, however seldom the disk was looked at, and not held against the next one', async () => {
  let usedBytes = 0
  const watch = watchDisk([folder], mebibyte, () => Promise.resolve({ usedBytes, freeBytes: 2 ** 40 }))
  const leave = async (name: string, bytes: number) => {
    await writeFile(join(folder, name), Buffer.alloc(bytes, 1))
    usedBytes += bytes
  }
  const first = await watch.begin()
  await leave('small', mebibyte / 4)
  expect(await first.isLeftFull()).toBe(false)
  const second = await watch.begin()
  await leave('large', 2 * mebibyte)
  expect(await second.isLeftFull()).toBe(true)
  const third = await watch.begin()
  expect(await third.isLeftFull()).toBe(false)
  await leave('more', mebibyte / 4)
  expect(await third.isLeftFull()).toBe(true)
})

test('a command that wrote little costs no walk at its end', async () => {
  await writeFile(join(folder, 'unseen'), Buffer.alloc(2 * mebibyte, 1))
  let usedBytes = 0
  const space = () => Promise.resolve({ usedBytes: (usedBytes += 1), freeBytes: 2 ** 40 })
  const checks = await watchDisk([folder], mebibyte, space).begin()
  expect(await checks.isLeftFull()).toBe(false)
})
