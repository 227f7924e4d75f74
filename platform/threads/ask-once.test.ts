import { expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { askOnce } from './ask-once.ts'

const moduleOf = (lines: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'\n${lines}`)}`,
  )
const limits = { answerMs: 60_000, memoryMiB: 32, signal: new AbortController().signal }

test('the thread answers its question', async () => {
  const module = moduleOf('parentPort.postMessage(workerData.map((each) => each * 2))')
  expect(await askOnce<number[]>([1, 2], { ...limits, module })).toEqual([2, 4])
})

test.runIf(isLong).each([
  ['throws', 'throw new Error("broken")'],
  ['ends', 'process.exit()'],
  [
    'takes more memory than it may',
    'const all = []; while (true) all.push(Array.from({ length: 10_000 }, Math.random))',
  ],
])('a thread that %s gives no answer', async (_name, lines) => {
  expect(await askOnce(undefined, { ...limits, module: moduleOf(lines) })).toBeUndefined()
})

test('a thread that never answers is abandoned', async () => {
  expect(await askOnce(undefined, { ...limits, module: moduleOf('while (true);'), answerMs: 1 })).toBeUndefined()
})

test('a caller that no longer waits gets the reason', async () => {
  const leaving = new AbortController()
  const asking = askOnce(undefined, { ...limits, module: moduleOf('while (true);'), signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(asking).rejects.toThrow('left')
})
