import { expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { NoTurn } from '../waiting/index.ts'
import { outsideReader } from './outside-reader.ts'

const readers = new URL(
  `data:text/javascript,${encodeURIComponent(`
    export const count = (text) => text.length
    export const refuse = () => { throw new Error('no mail') }
    export const grow = () => { const all = []; while (true) all.push(new Array(1_000_000).fill(0.5)) }
    export const match = (text) => /^(a+)+$/.test(text)
    export const repeat = (text) => Array.from({ length: 1_000 }, () => text)
  `)}`,
)
const reader = (name: string, limits = {}) =>
  outsideReader<(text: string) => unknown>({ module: readers, name, mostBytes: 10_000, workMs: 300, ...limits })
const key = 'a'
const endless = `${'a'.repeat(60)}b`

test('reads in a thread, in which an error of the reader is the answer', async () => {
  expect(await reader('count')('four', { key })).toEqual({ value: 4 })
  expect(await reader('refuse')('four', { key })).toEqual({ unread: 'unreadable', because: 'Error: no mail' })
  await expect(reader('absent')('four', { key })).rejects.toThrow('exports no absent')
})

test.runIf(isLong).each([
  ['too many bytes', 'count', 'x'.repeat(20_000), 'too_large'],
  ['too much memory', 'grow', '', 'too_large'],
  ['too large an answer', 'repeat', 'x'.repeat(9_000), 'too_large'],
  ['too much time', 'match', endless, 'too_slow'],
])('%s is an outcome, and the next text is read', async (_what, name, text, unread) => {
  expect(await reader(name, { workMs: name === 'grow' ? 60_000 : 300 })(text, { key })).toEqual({ unread })
  expect(await reader('count')('four', { key })).toEqual({ value: 4 })
})

test('a caller that no longer waits gets the reason', async () => {
  const leaving = new AbortController()
  const reading = reader('match', { workMs: 60_000 })(endless, { key, signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(reading).rejects.toThrow('left')
})

test.runIf(isLong)('the server and other workspaces continue while a text takes its time', async () => {
  const order: string[] = []
  const slow = reader('match', { workMs: 200 })
  const first = slow(endless, { key }).then(() => order.push('first of a'))
  const second = slow(endless, { key }).then(() => order.push('second of a'))
  await reader('count')('four', { key: 'b' }).then(() => order.push('b'))
  await Promise.all([first, second])
  expect(order).toEqual(['b', 'first of a', 'second of a'])
})

test('a workspace whose queue is full is refused at once', async () => {
  const reads = Array.from({ length: 202 }, () => reader('count')('four', { key }))
  const refused = (await Promise.allSettled(reads)).filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: expect.any(NoTurn) as NoTurn }])
})
