import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { delayAfter, openRefusalPace } from './refusal-pace.ts'

const pace = { free: 2, windowMs: 60_000, firstMs: 200, longestMs: 3_600_000, waitingMost: 3 }

test('a caller is refused at once for a while, then later and later, up to ten seconds', () => {
  const waits = [0, 19, 20, 39, 40, 60, 80, 140, 159, 160, 1_000_000].map((refused) => delayAfter(refused))
  expect(waits).toEqual([0, 0, 100, 100, 200, 400, 800, 6_400, 6_400, 10_000, 10_000])
})

test('a refusal waits, one of another caller does not, and a closed connection ends the wait', async () => {
  const refusals = openRefusalPace(pace)
  const connection = new PassThrough()
  const answered: string[] = []
  const refuse = async (caller: string) => {
    await refusals.wait(caller, connection)
    answered.push(caller)
  }
  await Promise.all([refuse('noisy'), refuse('noisy')])
  const late = refuse('noisy')
  await refuse('quiet')
  expect(answered).toEqual(['noisy', 'noisy', 'quiet'])
  connection.destroy()
  await late
  expect(answered).toHaveLength(4)
})

test('with too many answers that wait, the next connection is to end, and others are admitted when these have ended', async () => {
  const refusals = openRefusalPace({ ...pace, free: 1, firstMs: 3_600_000 })
  await refusals.wait('noisy', new PassThrough())
  const connections = Array.from({ length: 4 }, () => new PassThrough())
  const asked = connections.map((connection) => refusals.wait('noisy', connection))
  expect(await asked[3]).toBe(false)
  for (const connection of connections) connection.destroy()
  expect(await Promise.all(asked.slice(0, 3))).toEqual([true, true, true])
  const next = new PassThrough()
  const waits = refusals.wait('noisy', next)
  next.destroy()
  expect(await waits).toBe(true)
})
