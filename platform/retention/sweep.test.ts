import { expect, test } from 'vitest'
import { sweep } from './sweep.ts'

const never = new AbortController().signal

test('everything is removed, in batches', async () => {
  const left = [2_500]
  const portions: number[] = []
  const remove = (limit: number) => {
    const taken = Math.min(limit, left[0]!)
    left[0]! -= taken
    portions.push(taken)
    return Promise.resolve(taken)
  }
  expect(await sweep(remove, never)).toBe(2_500)
  expect(portions).toEqual([1_000, 1_000, 500])
})

test('a process that stops starts no other batch', async () => {
  const stopping = new AbortController()
  const remove = (limit: number) => {
    stopping.abort()
    return Promise.resolve(limit)
  }
  expect(await sweep(remove, stopping.signal)).toBe(1_000)
})
