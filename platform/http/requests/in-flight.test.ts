import { expect, test } from 'vitest'
import { Refusal } from '../../refusal/refusal.ts'
import { openInFlight } from './in-flight.ts'

const limits = { processBytes: 100, credentialBytes: 60, waitMs: 50 }
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? [error.status, error.code, error.retryAfterSeconds] : error),
  )

test('bodies are admitted up to the limit of the process, and the next one when one ends', async () => {
  const gate = openInFlight({ ...limits, waitMs: 60_000 })
  const [first] = await Promise.all([gate.take('a', 60), gate.take('b', 40)])
  let isIn = false
  const third = gate.take('c', 10).then((giveBack) => {
    isIn = true
    return giveBack
  })
  expect(isIn).toBe(false)
  first()
  first()
  await third
  expect(isIn).toBe(true)
})

test('a credential waits for its own bodies, and others pass it', async () => {
  const gate = openInFlight({ ...limits, waitMs: 60_000 })
  const own = await gate.take('a', 50)
  const second = gate.take('a', 20)
  await gate.take('b', 30)
  own()
  await second
})

test('429 after waiting too long for the caller’s own bodies, 503 for bodies of others', async () => {
  const gate = openInFlight(limits)
  await gate.take('a', 60)
  const own = gate.take('a', 10)
  const others = gate.take('b', 60)
  expect(await refusalOf(own)).toEqual([429, 'too_much_at_once', 5])
  expect(await refusalOf(others)).toEqual([503, 'overloaded', 5])
})

test('a body larger than the limits is admitted when no other is held', async () => {
  const gate = openInFlight(limits)
  const giveBack = await gate.take('a', 1_000)
  expect(await refusalOf(gate.take('b', 1))).toEqual([503, 'overloaded', 5])
  giveBack()
  await gate.take('b', 1)
})
