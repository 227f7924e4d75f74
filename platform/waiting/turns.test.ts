import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NoTurn, openTurns } from './turns.ts'

const waitingMax = 200
const longMs = 60_000
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Takes a turn for each key in this order; `order` has the keys as they began, `endNext` ends the oldest turn. */
const takeAll = (turns: ReturnType<typeof openTurns>, keys: readonly string[], runningMax: number) => {
  const order: string[] = []
  const ends: (() => void)[] = []
  for (const key of keys)
    turns
      .take({ key, runningMax, waitingMax, waitMs: longMs })
      .then((end) => {
        order.push(key)
        ends.push(end)
      })
      .catch((error: unknown) => order.push(String(error)))
  return { order, ends, endNext: () => ends.shift()?.() }
}

test('a key that comes last waits for one turn, not for the queue of another key', async () => {
  const turns = openTurns(2)
  const { order, endNext } = takeAll(turns, [...Array.from({ length: 20 }, () => 'noisy'), 'quiet'], Infinity)
  await settled()
  expect(order).toEqual(['noisy', 'noisy'])
  endNext()
  await settled()
  endNext()
  await settled()
  expect(order).toEqual(['noisy', 'noisy', 'noisy', 'quiet'])
  while (turns.waiting() > 0) {
    endNext()
    await settled()
  }
  expect(order).toHaveLength(21)
})

test('a key runs no more than its share, while turns are free for others', async () => {
  const turns = openTurns(4)
  const { order } = takeAll(turns, ['noisy', 'noisy', 'noisy', 'quiet'], 2)
  await settled()
  expect(order).toEqual(['noisy', 'noisy', 'quiet'])
  expect(turns.waiting()).toBe(1)
})

test('no turn after the wait, with the key, and whether work of the same key was in the way', async () => {
  const turns = openTurns(2)
  const ends = await Promise.all(
    ['noisy', 'noisy'].map((key) => turns.take({ key, runningMax: 2, waitingMax, waitMs: longMs })),
  )
  const refused = await Promise.allSettled(
    ['noisy', 'quiet'].map((key) => turns.take({ key, runningMax: 2, waitingMax, waitMs: 1 })),
  )
  expect(refused.map((one) => (one.status === 'rejected' ? one.reason : one) as unknown)).toEqual([
    new NoTurn('noisy', true),
    new NoTurn('quiet', false),
  ])
  expect(turns.waiting()).toBe(0)
  for (const end of ends) end()
  expect(await turns.take({ key: 'noisy', runningMax: 2, waitingMax, waitMs: 1 })).toBeTypeOf('function')
})

test('a full queue refuses at once', async () => {
  const turns = openTurns(1)
  const { endNext } = takeAll(
    turns,
    Array.from({ length: 201 }, () => 'noisy'),
    1,
  )
  await settled()
  await expect(turns.take({ key: 'noisy', runningMax: 1, waitingMax, waitMs: longMs })).rejects.toEqual(
    new NoTurn('noisy', true),
  )
  while (turns.waiting() > 0) {
    endNext()
    await settled()
  }
})

test('all turns are assigned, never more than there are, and a second end of a turn changes nothing', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 }),
      async (total, share, keys) => {
        const turns = openTurns(total)
        const { order, ends } = takeAll(turns, keys, share)
        for (;;) {
          await settled()
          expect(ends.length).toBeLessThanOrEqual(total)
          const end = ends.shift()
          if (!end) break
          end()
          end()
        }
        expect([...order].sort()).toEqual([...keys].sort())
      },
    ),
    { numRuns: 50 },
  ))
