import { expect, onTestFinished, test, vi } from 'vitest'
import { coalesce } from './coalesce.ts'

test('a request during a read leads to one more read after it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const reads: (() => void)[] = []
  const ask = coalesce(() => new Promise<void>((resolve) => void reads.push(resolve)))
  const begun = async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    return reads.length
  }
  ask()
  ask()
  expect(await begun()).toBe(1)
  ask()
  ask()
  expect(await begun()).toBe(1)
  reads[0]!()
  expect(await begun()).toBe(2)
  reads[1]!()
  expect(await begun()).toBe(2)
  ask()
  expect(await begun()).toBe(3)
})
