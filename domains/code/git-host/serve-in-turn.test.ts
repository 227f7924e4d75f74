import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { takeFetchTurn } from './git-turns.ts'
import { paced } from './serve-in-turn.ts'

const pace = { slowAfterMs: 30, leastBytes: 0, leastPerMs: 60_000, lookEveryMs: 5 }
const answerOf = (chunks: number) => Readable.from(Array.from({ length: chunks }, () => Buffer.alloc(2 ** 16, 'a')))
const ended = () => {
  const turn = { becomeSlow: vi.fn(), end: vi.fn() }
  return { turn, ...turn }
}

test('an answer that is read at once keeps its turn to its end, and passes whole', async () => {
  const { turn, becomeSlow, end } = ended()
  const content = await buffer(paced(answerOf(100), turn, pace))
  expect([content.length, becomeSlow.mock.calls.length]).toEqual([100 * 2 ** 16, 0])
  await vi.waitFor(() => expect(end).toHaveBeenCalled())
})

test('a reader that lets bytes wait loses the turn, and gets the rest', async () => {
  const { turn, becomeSlow } = ended()
  const stream = paced(answerOf(100), turn, pace)
  await once(stream, 'readable')
  await vi.waitFor(() => expect(becomeSlow).toHaveBeenCalled())
  expect((await buffer(stream)).length).toBe(100 * 2 ** 16)
})

test('a reader that takes next to nothing is cut, and its turn ends', async () => {
  const { turn, end } = ended()
  const source = answerOf(100)
  const stream = paced(source, turn, { ...pace, leastBytes: 2 ** 20, leastPerMs: 40 })
  const [error] = (await once(
    stream.once('readable', () => undefined),
    'error',
  )) as [Error]
  expect(error.message).toBe('The reader of a clone took next to nothing')
  await vi.waitFor(() => expect([source.destroyed, end.mock.calls.length]).toEqual([true, 1]))
})

test('slow readers of a workspace leave its turns to others, up to their share of places', async () => {
  const slow = await Promise.all(Array.from({ length: 4 }, () => takeFetchTurn('slow')))
  for (const turn of slow) turn.becomeSlow()
  const more = await Promise.all(Array.from({ length: 4 }, () => takeFetchTurn('slow')))
  for (const turn of more) turn.becomeSlow()
  const last = await Promise.all(Array.from({ length: 4 }, () => takeFetchTurn('slow')))
  // All places of the workspace are taken: these keep their turns.
  for (const turn of last) turn.becomeSlow()
  let hasTurn = false
  const waiting = takeFetchTurn('slow').then((turn) => {
    hasTurn = true
    return turn
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(hasTurn).toBe(false)
  for (const turn of [...slow, ...more, ...last]) turn.end()
  const turn = await waiting
  turn.end()
})
