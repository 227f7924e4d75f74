import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MissingCodeError } from '../api/unreached.ts'
import { lateCode } from './late-code.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const notFetched = new TypeError('Failed to fetch dynamically imported module: http://localhost/page.js')

test('a read that failed is tried again by the next call, and a successful read is kept', async () => {
  const read = vi.fn().mockRejectedValueOnce(notFetched).mockResolvedValue('page')
  const code = lateCode<string>(read)
  await expect(code.read()).rejects.toBeInstanceOf(MissingCodeError)
  expect(code.now()).toBeUndefined()
  expect(await code.read()).toBe('page')
  expect(await code.read()).toBe('page')
  expect(code.now()).toBe('page')
  expect(read).toHaveBeenCalledTimes(2)
})

test('a mistake in the code itself stays unchanged', async () => {
  const mistake = new TypeError('undefined is not a function')
  await expect(lateCode(() => Promise.reject(mistake)).read()).rejects.toBe(mistake)
})

test('code that takes longer than ten seconds counts as missing, and is used when it comes', async () => {
  let arrive = (_page: string) => {}
  const code = lateCode(() => new Promise<string>((resolve) => (arrive = resolve)))
  const failure = expect(code.read()).rejects.toBeInstanceOf(MissingCodeError)
  await vi.advanceTimersByTimeAsync(10_000)
  await failure
  arrive('page')
  await vi.advanceTimersByTimeAsync(0)
  expect(code.now()).toBe('page')
})
