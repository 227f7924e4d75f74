import { expect, test } from 'vitest'
import { availableBytes, watchFreeMemory } from './free-memory.ts'

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
