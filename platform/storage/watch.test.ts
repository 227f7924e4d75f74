import { expect, test } from 'vitest'
import { watchStorage } from './watch.ts'

test('a store that hangs counts as away after a second, is asked once, and counts again once it answers', async () => {
  let asked = 0
  const answered = Promise.withResolvers<boolean>()
  const answers = watchStorage({ has: () => ((asked += 1), answered.promise) }, 0)
  expect(await Promise.all([answers(), answers()])).toEqual([false, false])
  expect(asked).toBe(1)
  answered.resolve(false)
  expect(await answers()).toBe(true)
  expect(await watchStorage({ has: () => Promise.reject(new Error('refused')) })()).toBe(false)
})
