import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { bundleOfDeltas } from '../../../testing/repositories/delta-bundle.ts'
import { git, inFolder, writeFiles } from '../../../testing/repository.ts'
import { readBundleHeader } from './bundle-header.ts'
import { declaredBytesOf } from './declared-size.ts'

// A count that the machine has no time for is 0: tests repeat it.
const declared = async (path: string, { scannedBytes = 2 ** 23, enoughBytes = 2 ** 40 } = {}) => {
  const header = await readBundleHeader(path)
  if ('rule' in header) throw new Error(header.message)
  return declaredBytesOf({ path, from: header.objectsAt, objects: header.objects, scannedBytes, enoughBytes })
}

/** A history that git packs with deltas, one of them of a file that is inflated in parts; and its size as git has it. */
const history = async (folder: string) => {
  git(folder, 'init', '-q', '-b', 'main')
  const large = randomBytes(1_500_000)
  for (let at = 0; at < 5; at += 1) {
    large[at * 1000] = at
    await writeFiles(folder, { 'large.bin': large, 'notes.txt': `${'line\n'.repeat(2000)}${at}\n` })
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', `Change ${at}`)
  }
  git(folder, 'repack', '-adfq')
  const path = join(folder, 'history.bundle')
  git(folder, 'bundle', 'create', '-q', path, '--all')
  const sizes = git(folder, 'cat-file', '--batch-all-objects', '--batch-check=%(objectsize)')
  const total = sizes
    .trim()
    .split('\n')
    .reduce((sum, size) => sum + Number(size), 0)
  return { path, total }
}

test('the declared sizes of a pack match git’s unpacked sizes', () =>
  inFolder(async (folder) => {
    const { path, total } = await history(folder)
    await expect.poll(() => declared(path)).toBe(total)
    expect(await declared(path, { scannedBytes: 1_000 })).toBeLessThan(total)
  }))

test.runIf(isLong)('a pack that is cut off or damaged is counted as far as it can be read', () =>
  inFolder(async (folder) => {
    const { path, total } = await history(folder)
    const { size } = await stat(path)
    await truncate(path, size - 100)
    expect(await declared(path)).toBeLessThanOrEqual(total)
    execFileSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=1', 'seek=300', 'count=200', 'conv=notrunc', 'status=none'])
    expect(await declared(path)).toBeLessThan(total)
  }),
)

test.runIf(isLong)('a bundle of deltas that would fill the disk is measured without unpacking it', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'deltas.bundle')
    await writeFile(path, bundleOfDeltas({ deltas: 3_000, sizeBytes: 16_000_000 }).bytes)
    await expect.poll(() => declared(path)).toBeGreaterThan(48_000_000_000)
    expect(await declared(path, { enoughBytes: 2 ** 30 })).toBeLessThan(2 ** 30 + 16_000_001)
  }),
)
