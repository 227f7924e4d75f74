import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openConnection, probePauseMs } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const connectionTo = (server: { isUp: boolean }) => {
  const probe = vi.fn(() => Promise.resolve(server.isUp))
  return { probe, ...openConnection(probe) }
}

test('a loss is shown after three seconds, and not at all when the server answers before', async () => {
  const server = { isUp: false }
  const { isLost, isShownAsLost } = connectionTo(server)
  isLost()
  await vi.advanceTimersByTimeAsync(2_999)
  expect(isShownAsLost()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isShownAsLost()).toBe(true)

  const short = connectionTo({ isUp: true })
  short.isLost()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(short.isShownAsLost()).toBe(false)
})

test('the server is asked until it answers, and not after', async () => {
  const server = { isUp: false }
  const { isLost, isReached, probe } = connectionTo(server)
  isLost()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isReached()).toBe(false)
  server.isUp = true
  await vi.advanceTimersByTimeAsync(probePauseMs(99))
  expect(isReached()).toBe(true)
  const asked = probe.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probe).toHaveBeenCalledTimes(asked)
})

test('listeners get each return once, including a return that came too early to be shown', async () => {
  const { isLost, isBack, onBack } = connectionTo({ isUp: false })
  const listener = vi.fn()
  const forget = onBack(listener)
  isBack()
  expect(listener).not.toHaveBeenCalled()
  isLost()
  isLost()
  isBack()
  isBack()
  expect(listener).toHaveBeenCalledTimes(1)
  forget()
  isLost()
  isBack()
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a waiting request continues when the server is back, and fails when it was not back in time', async () => {
  const server = { isUp: false }
  const { isLost, untilBack } = connectionTo(server)
  expect(await untilBack(1)).toBe(true)
  isLost()
  const early = untilBack(2_000)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await early).toBe(false)
  const patient = untilBack(60_000)
  server.isUp = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await patient).toBe(true)
})

test('pauses between questions grow to four seconds', () => {
  expect([0, 1, 2, 3, 20].map(probePauseMs)).toEqual([500, 1_000, 2_000, 4_000, 4_000])
})
