import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeTurns } from './local-program.ts'

test('at most so many works run at once, the others in their order, and a failure ends a turn too', async () => {
  const turns = takeTurns(2)
  const { signal } = new AbortController()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2, 3].map((at) =>
    turns.run(signal, async () => {
      begun.push(at)
      await new Promise<void>((resolve) => void ends.push(resolve))
      if (at === 0) throw new Error('broken')
      return at
    }),
  )
  const all = Promise.allSettled(works)
  for (const expected of [
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3],
  ]) {
    await setImmediate()
    expect(begun).toEqual(expected)
    ends[expected.length - 2]!()
  }
  ends[3]!()
  expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'Error: broken',
    1,
    2,
    3,
  ])
})

test('a work that is aborted while it waits never runs, and takes no turn from others', async () => {
  const turns = takeTurns(1)
  const stopping = new AbortController()
  const { signal } = new AbortController()
  let end: (() => void) | undefined
  const first = turns.run(signal, () => new Promise<void>((resolve) => void (end = resolve)))
  const second = turns.run(stopping.signal, () => Promise.resolve('ran'))
  const third = turns.run(signal, () => Promise.resolve('third'))
  stopping.abort(new Error('stopped'))
  await expect(second).rejects.toThrow('stopped')
  await expect(turns.run(stopping.signal, () => Promise.resolve('ran'))).rejects.toThrow('stopped')
  await setImmediate()
  end!()
  await first
  expect(await third).toBe('third')
})
