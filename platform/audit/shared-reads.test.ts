import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { announce } from '../access/index.ts'
import { hint, sharedReadsOf } from './index.ts'

const counted = () => {
  let reads = 0
  return { count: () => reads, read: async () => ({ number: (reads += 1) }) }
}

test('concurrent readers share one read, and later readers read again', async () => {
  const workspace = uuidv7()
  const { read, count } = counted()
  const ask = () => sharedReadsOf(workspace).once('page 0', read)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([{ number: 1 }, { number: 1 }, { number: 1 }])
  expect(await ask()).toEqual({ number: 1 })
  const { over } = sharedReadsOf(workspace)
  hint(workspace)
  expect(await over).toBe(true)
  expect([await ask(), count()]).toEqual([{ number: 2 }, 2])
})

test('pages of other names and other workspaces are read separately', async () => {
  const one = uuidv7()
  const other = uuidv7()
  const { read, count } = counted()
  await Promise.all([
    sharedReadsOf(one).once('a', read),
    sharedReadsOf(one).once('b', read),
    sharedReadsOf(other).once('a', read),
  ])
  expect(count()).toBe(3)
})

test('a read that began before the hint is not shared with readers after it', async () => {
  const workspace = uuidv7()
  const slow = Promise.withResolvers<{ from: string }>()
  const reads = sharedReadsOf(workspace)
  const before = reads.once('page', () => slow.promise)
  hint(workspace)
  await reads.over
  expect(await sharedReadsOf(workspace).once('page', async () => ({ from: 'after' }))).toEqual({ from: 'after' })
  slow.resolve({ from: 'before' })
  expect(await before).toEqual({ from: 'before' })
})

test('a failed read fails only for its reader, and the next reader reads', async () => {
  const reads = sharedReadsOf(uuidv7())
  const refused = reads.once('page', () => Promise.reject(new Error('refused')))
  const others = [1, 2, 3].map(() => reads.once('page', async () => ({ number: 7 })))
  await expect(refused).rejects.toThrow('refused')
  expect(await Promise.all(others)).toEqual([{ number: 7 }, { number: 7 }, { number: 7 }])
})

test('the number of shared pages is limited; further pages are shared only while they are read', async () => {
  const reads = sharedReadsOf(uuidv7())
  const { read, count } = counted()
  for (let at = 0; at < 64; at += 1) await reads.once(`page ${at}`, read)
  await Promise.all([reads.once('one more', read), reads.once('one more', read)])
  expect(count()).toBe(65)
  await reads.once('one more', read)
  await reads.once('page 0', read)
  expect(count()).toBe(66)
})

test('a relay that reconnects ends every shared read', async () => {
  const waiting = [uuidv7(), uuidv7()].map((workspace) => sharedReadsOf(workspace).over)
  announce({})
  expect(await Promise.all(waiting)).toEqual([true, true])
})
