import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { openTestRepositories, Sample, type TestRepositories } from '../../../testing/repositories/samples.ts'
import type { BlobPiece } from '../reads/blobs.ts'
import { scanHistory } from '../commits/history.ts'
import { scanBlobs } from './scan-blobs.ts'

// In pieces, so that this file itself holds no secret.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_')
const mebibyte = 1024 * 1024

let world: TestRepositories
let sample: Sample
beforeEach(async () => {
  world = await openTestRepositories()
  sample = new Sample(join(world.folder, 'sample'))
})
afterEach(() => world.end())

const found = async (options: { readonly searchedMaxBytes?: number } = {}) =>
  (await scanHistory(join(sample.path, '.git'), sample.commit(), options)).map(
    ({ path, rule, line }) => `${path}:${line} ${rule}`,
  )

test('secrets are found in every byte: behind megabytes, in UTF-16, in programs, and where two pieces meet', async () => {
  const line = `const key = '${token}'\n`
  const across = `${'x'.repeat(79)}\n`.repeat(mebibyte / 80).slice(0, mebibyte - 20 - line.length)
  const wide = Buffer.from(`\ufefföne\n${line}`, 'utf16le')
  sample
    .write('a-large.bin', Buffer.concat([Buffer.alloc(3 * mebibyte), Buffer.from(line)]))
    .write('b-across.js', `${across}\n${line.slice(0, 30)}`.padEnd(mebibyte - 16, ' ').concat(`\n${line}${across}`))
    .write('c-wide.txt', wide)
    .write('d-network.txt', Buffer.from(line, 'utf16le').swap16())
    .write('e-program', Buffer.from(`\x7fELF\0\0${token}\0${token}\0`))
    // Declares UTF-16, and is not UTF-16.
    .write('f-posing.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`\n${line}`)]))
    .write('g-twice.js', `${across}\n${line}${line}${across}`)
  const lines = across.split('\n').length
  expect(await found()).toEqual([
    'a-large.bin:1 github',
    `b-across.js:${lines + 2} github`,
    'c-wide.txt:2 github',
    'd-network.txt:1 github',
    'e-program:1 github',
    'f-posing.txt:1 github',
    `g-twice.js:${lines + 1} github`,
    `g-twice.js:${lines + 2} github`,
  ])
})

test.runIf(isLong)('files above 1 MiB that are too many to be searched are named, the largest ones', async () => {
  sample
    .write('a', Buffer.concat([Buffer.alloc(3 * mebibyte), Buffer.from(token)]))
    .write('b', Buffer.concat([Buffer.alloc(2 * mebibyte), Buffer.from(token)]))
    .write('c', token)
  const most = { searchedMaxBytes: 2 * mebibyte + 100 }
  expect(await found(most)).toEqual(['a:1 unsearched-file', 'b:1 github', 'c:1 github'])
})

test('no more is read than it takes to find as many as are wanted', async () => {
  let read = 0
  async function* pieces(): AsyncGenerator<BlobPiece> {
    for (; read < 100; read += 1)
      yield { sha: String(read), content: Buffer.alloc(4 * mebibyte, 'x'), isFirst: true, repeatedBytes: 0 }
  }
  const names = new Map(Array.from({ length: 100 }, (_, at) => [String(at), new Set(['a', 'b'])]))
  const finding = (line: number) => ({ rule: 'github', line, digest: String(line), masked: '', isMadeUp: false })
  const scanner = { scan: (batch: readonly unknown[]) => Promise.resolve(batch.map(() => [1, 2, 3].map(finding))) }
  const of = await scanBlobs(scanner, pieces(), names, 7)
  expect(read).toBe(2)
  expect([of('0 a').length, of('2 b').length, of('3 a').length]).toEqual([3, 3, 0])
})
