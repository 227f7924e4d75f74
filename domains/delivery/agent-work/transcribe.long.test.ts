import { expect, test } from 'vitest'
import { fileBlock, library, propose, runCycle, mergeProse } from '../../../testing/delivery.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import { findTask } from '../tasks/store.ts'
import { transcriber } from './transcribe.ts'

const server = await testServer()
const mebibyte = 2 ** 20
const limits = { steps: 300, tokens: 1_000_000, wallMs: 60_000 }

const deliveredTask = async () => {
  const at = await scene(server)
  await mergeProse(at.owner)
  const { projectId } = await importProject(at.owner, await bundleOf(library))
  const { cycle, tasks } = await runCycle(at.owner, await propose(at.owner, projectId, fileBlock('NOTES.md', 'x\n')))
  expect(cycle.status).toBe('completed')
  const within = <T>(work: Parameters<typeof server.database.within<T>>[1]) =>
    server.database.within(at.workspace, work)
  const task = (await within((tx) => findTask(tx, tasks[0].id as string)))!
  const attemptOf = (attempt: number, bounds: { attemptBytes: number; projectBytes: number }) => {
    const context = { run: { id: task.runId }, step: { seq: 99, attempt }, write: within }
    return transcriber(
      context as unknown as EffectContext & { step: { seq: number; attempt: number } },
      task,
      limits,
      bounds,
    )
  }
  const kept = async (attempt: number) =>
    (await at.rows('task_transcript')).filter((row) => row.step_seq === 99 && row.attempt === attempt)
  return { attemptOf, kept }
}

const forge = async (transcript: ReturnType<typeof transcriber>, count: number) => {
  // Random letters, so that the database packs them no smaller.
  for (let at = 0; at < count; at += 1) {
    const text = Buffer.from(crypto.getRandomValues(new Uint8Array(48 * 1024))).toString('base64')
    await transcript.add({ type: 'message', text })
  }
  await transcript.flush()
}

test('an attempt’s records are kept up to a limit, then up to the rest of its project’s space, and mark where they end', async () => {
  const { attemptOf, kept } = await deliveredTask()
  const bounds = { attemptBytes: 2 * mebibyte, projectBytes: 3 * mebibyte }
  const sentence = /^The transcript ends here.* one attempt may take 2 MiB, and all of a project 3 MiB\.$/
  const counts = []
  for (const attempt of [1, 2, 3]) {
    await forge(attemptOf(attempt, bounds), 100)
    const rows = (await kept(attempt)).sort((a, b) => Number(a.position) - Number(b.position))
    const texts = rows.map(({ payload }) => (payload as { text: string }).text)
    expect(texts.at(-1)).toMatch(sentence)
    expect(texts.filter((text) => sentence.test(text))).toHaveLength(1)
    counts.push(rows.length)
  }
  // 64 KiB a step, and the sentence: 2 MiB, about 1 MiB, and nothing.
  expect(counts[0]).toBe(32)
  expect(counts[1]).toBeGreaterThan(10)
  expect(counts[1]).toBeLessThan(18)
  expect(counts[2]).toBe(1)
})

test('a call that follows a message within a second is stored without waiting for its result', async () => {
  const { attemptOf, kept } = await deliveredTask()
  const transcript = attemptOf(4, { attemptBytes: mebibyte, projectBytes: 100 * mebibyte })
  await transcript.add({ type: 'message', text: 'The tests first.' })
  await transcript.add({ type: 'tool-call', id: 'c', name: 'run', input: { command: 'npm test' } })
  await expect.poll(async () => (await kept(4)).map(({ kind }) => kind)).toEqual(['message', 'tool-call'])
})
