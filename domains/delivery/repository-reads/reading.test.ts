import { expect, test, vi } from 'vitest'
import { GitError, GitMemoryError } from '../../../execution/repositories/index.ts'
import { fairLimit, inTime } from './reading.ts'

const error = vi.fn()
const request = (workspace = 'w1') => ({ workspace, signal: new AbortController().signal, requestId: 'r1' })
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

test('an answer, a refusal of the work and its bugs come through', async () => {
  expect(await inTime({ error }, request(), async () => 'answer')).toBe('answer')
  await expect(inTime({ error }, request(), () => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
  expect(error).not.toHaveBeenCalled()
})

test('a repository that git could not read is unreachable, with its cause in the log', async () => {
  for (const failure of [new GitError(['diff'], 'failed', 128, ''), new GitMemoryError(['diff'], 1, null, '')])
    expect(await inTime({ error }, request(), () => Promise.reject(failure))).toBe('unreachable')
  expect(error).toHaveBeenCalledTimes(2)
  expect(error.mock.lastCall?.[0]).toMatchObject({ requestId: 'r1', err: { name: 'GitMemoryError' } })
})

test('work without an end is late, and is stopped', async () => {
  const deadline = new AbortController()
  let told: AbortSignal | undefined
  const work = (signal: AbortSignal) => ((told = signal), untilAborted(signal))
  const reading = inTime({ error }, request(), work, deadline.signal)
  await vi.waitUntil(() => told)
  deadline.abort(new Error('Too late'))
  expect([await reading, told!.aborted]).toEqual(['late', true])
})

test('a request that waits for its turn longer than it may is late, and its work is never begun', async () => {
  const hold = Promise.withResolvers<void>()
  let begun = 0
  const held = Array.from({ length: 8 }, (_, at) =>
    inTime({ error }, request(`w${at % 2}`), async () => {
      begun += 1
      await hold.promise
    }),
  )
  await vi.waitUntil(() => begun === 8)
  const work = vi.fn(untilAborted)
  expect(await inTime({ error }, request(), work, AbortSignal.abort())).toBe('late')
  hold.resolve()
  await Promise.all(held)
  expect(await inTime({ error }, request(), async () => 'next')).toBe('next')
  expect(work).not.toHaveBeenCalled()
})

test('a workspace that asks without end leaves turns for the others', async () => {
  const hold = Promise.withResolvers<void>()
  const begun: string[] = []
  const limit = fairLimit(3, 2)
  const ask = (workspace: string) =>
    limit(workspace, async () => {
      begun.push(workspace)
      await hold.promise
    })
  const asked = [...Array.from({ length: 20 }, () => ask('busy')), ask('other'), ask('another')]
  await vi.waitUntil(() => begun.length === 3)
  expect(begun).toEqual(['busy', 'busy', 'other'])
  hold.resolve()
  await Promise.all(asked)
  expect(begun.filter((workspace) => workspace === 'busy')).toHaveLength(20)
})
