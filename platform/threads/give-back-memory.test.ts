import { expect, test } from 'vitest'
import { askOnce } from './ask-once.ts'

const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    import { getHeapStatistics } from 'node:v8'
    import { giveBackMemory } from ${JSON.stringify(new URL('./give-back-memory.ts', import.meta.url).href)}
    const mebibytes = () => getHeapStatistics().total_physical_size / 2 ** 20
    let garbage = Array.from({ length: 2_000_000 }, (_none, at) => ({ at }))
    const before = mebibytes()
    garbage = undefined
    await giveBackMemory()
    parentPort.postMessage([before, mebibytes()])`)}`,
)

test('a thread that is done has given its memory back before it ends', async () => {
  const limits = { answerMs: 60_000, memoryMiB: 512, signal: new AbortController().signal }
  const [before, after] = (await askOnce<[number, number]>(undefined, { ...limits, module }))!
  expect(after).toBeLessThan(before / 2)
})
