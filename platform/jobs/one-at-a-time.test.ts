import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

/** Starts work that adds its name to `begun`; the caller ends it with `end`. */
const startWork = (begun: string[], name: string, turn: ReturnType<typeof oneAtATime>, signal: AbortSignal) => {
  const end = Promise.withResolvers<void>()
  const ended = turn(signal, () => {
    begun.push(name)
    return end.promise
  })
  return { end: () => end.resolve(), ended }
}

test('work begins in its turn, and at once when its waiting is broken off', async () => {
  const begun: string[] = []
  const turn = oneAtATime()
  const stays = new AbortController()
  const breaksOff = new AbortController()
  const first = startWork(begun, 'first', turn, stays.signal)
  const second = startWork(begun, 'second', turn, stays.signal)
  const third = startWork(begun, 'third', turn, breaksOff.signal)
  const fourth = startWork(begun, 'fourth', turn, AbortSignal.abort())
  await expect.poll(() => begun).toEqual(['first', 'fourth'])
  breaksOff.abort()
  await expect.poll(() => begun).toEqual(['first', 'fourth', 'third'])
  fourth.end()
  third.end()
  await Promise.all([third.ended, fourth.ended])
  expect(begun).not.toContain('second')
  first.end()
  await first.ended
  await expect.poll(() => begun).toContain('second')
  second.end()
  await second.ended
})
