import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inFolder } from '../../testing/deploy/in-folder.ts'
import { availableBytes, leftInGroup, watchFreeMemory } from './free-memory.ts'

const mebibyte = 1024 * 1024

test.each([
  [8192, 2000, false, 'much is free still'],
  [8192, 900, true, 'most was taken'],
  [900, 500, false, 'little was free before, and half of it is still'],
  [900, 400, true, 'little was free before, and half of it was taken'],
  [100, 40, false, 'what was taken is hardly the reason'],
  [undefined, 10, false, 'the kernel did not tell'],
])('from %s MiB free to %s MiB a command is stopped: %s, because %s', async (before, now, isShort, _) => {
  const readings = [before, now].map((free) => free && free * mebibyte)
  const isMemoryShort = await watchFreeMemory(async () => readings.shift())
  expect(await isMemoryShort()).toBe(isShort)
})

test('the memory of this machine can be read', async () => {
  expect(await availableBytes()).toBeGreaterThan(mebibyte)
})

test.each([
  [2, '', ['memory.max', 'memory.current'], ''],
  [1, 'memory', ['memory.limit_in_bytes', 'memory.usage_in_bytes'], 'total_'],
] as const)('the rest of a container’s limit is read, cgroup v%s', (_version, below, [limit, used], prefix) =>
  inFolder(async (folder) => {
    expect(await leftInGroup(folder)).toBeUndefined()
    const at = join(folder, below)
    await mkdir(at, { recursive: true })
    await writeFile(join(at, limit), '1000\n')
    await writeFile(join(at, used), '700\n')
    await writeFile(join(at, 'memory.stat'), `anon 400\n${prefix}inactive_file 200\n${prefix}active_file 50\n`)
    expect(await leftInGroup(folder)).toBe(550)
    await writeFile(join(at, limit), 'max\n')
    expect(await leftInGroup(folder)).toBeUndefined()
  }),
)
