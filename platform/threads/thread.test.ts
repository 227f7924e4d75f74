import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { openThread } from './thread.ts'

const threadOf = (lines: string) => {
  const source = `import { parentPort } from 'node:worker_threads'\n${lines}`
  const module = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const thread = openThread<number, number>({ module, answerMs: 60_000 })
  onTestFinished(() => thread.close())
  return thread
}

test('a thread answers each question in the order of asking', async () => {
  const thread = threadOf('parentPort.on("message", (asked) => parentPort.postMessage(asked * 2))')
  expect(await Promise.all([1, 2, 3].map((asked) => thread.ask(asked)))).toEqual([2, 4, 6])
})

test.each([
  ['cannot be loaded', 'import "./absent.js"', /absent/u],
  ['throws', 'parentPort.on("message", () => { throw new Error("broken") })', /broken/u],
  ['ends without an answer', 'parentPort.on("message", () => process.exit(3))', /ended with code 3/u],
])('a thread that %s fails its question at once', async (_name, lines, reason) => {
  await expect(threadOf(lines).ask(1)).rejects.toThrow(reason)
})

test('a thread that ended between two questions is started again', async () => {
  const thread = threadOf(`parentPort.on('message', (asked) => {
    parentPort.postMessage(asked)
    setTimeout(() => process.exit(1), 50)
  })`)
  const started = once(process, 'worker') as Promise<[Worker]>
  expect(await thread.ask(1)).toBe(1)
  const [first] = await started
  await once(first, 'exit')
  expect(await thread.ask(2)).toBe(2)
})
