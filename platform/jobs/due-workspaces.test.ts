import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../db/database.ts'
import { inDueWorkspaces, inWorkspaces, inWorkspacesOf, type ScheduledContext } from './index.ts'

const database = { identity: (work: (tx: never) => unknown) => work({} as never) } as unknown as Database
const logged: unknown[] = []
const log = { info: () => undefined, warn: () => undefined, error: (fields: object) => void logged.push(fields) }
const contextOf = (signal = new AbortController().signal): ScheduledContext => ({
  signal,
  log,
  everySeconds: 60,
  late: new Map(),
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Ends after so long; undefined: only when its turn's process stops. */
const takes = (ms: number | undefined, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (ms !== undefined) setTimeout(resolve, ms)
  })

test('a failing workspace is logged, and the pass continues with the others', async () => {
  const done: string[] = []
  const failure = new Error('broken')
  const work = async (workspace: string) => {
    if (workspace === 'b') throw failure
    done.push(workspace)
  }
  await inDueWorkspaces(database, async () => ['a', 'b', 'c'], work, contextOf())
  expect(done).toEqual(['a', 'c'])
  expect(logged).toEqual([{ err: failure, workspace: 'b' }])
})

test('an ended pass leaves the rest to the next one', async () => {
  const over = new AbortController()
  const begun: string[] = []
  const work = async (workspace: string) => {
    begun.push(workspace)
    if (workspace === '3') over.abort()
  }
  const names = Array.from({ length: 40 }, (_none, nth) => String(nth))
  await inWorkspaces(names, work, contextOf(over.signal))
  expect(begun.length).toBeLessThan(16)
})

test('a workspace whose server never answers holds no other up, and is begun again once it ended', async () => {
  const context = contextOf()
  const hung = Promise.withResolvers<void>()
  const begun: string[] = []
  const times = new Map<string, AbortSignal>()
  const rows = ['hangs', ...Array.from({ length: 30 }, (_none, nth) => `w${nth}`)].map((workspaceId) => ({
    workspaceId,
  }))
  const pass = () =>
    inWorkspacesOf(
      [...rows, { workspaceId: 'hangs' }],
      async ({ workspaceId }, { time }) => {
        begun.push(workspaceId)
        times.set(workspaceId, time)
        if (workspaceId === 'hangs') await hung.promise
      },
      context,
      { failure: 'broke off' },
    )
  const first = pass()
  await vi.advanceTimersByTimeAsync(0)
  expect(new Set(begun)).toHaveProperty('size', 31)
  await vi.advanceTimersByTimeAsync(10_000)
  await first
  expect(times.get('hangs')!.aborted).toBe(true)
  expect(times.get('w0')!.aborted).toBe(false)

  begun.length = 0
  await pass()
  expect(begun).toEqual(rows.slice(1).map(({ workspaceId }) => workspaceId))

  hung.resolve()
  await vi.advanceTimersByTimeAsync(0)
  begun.length = 0
  await pass()
  // Its second row was not begun after its time, and is in the next turn.
  expect(begun.filter((name) => name === 'hangs')).toHaveLength(2)
})

test('at most eight take turns at once, each is begun once, and hanging turns cost ten seconds for each eight', async () => {
  const lengths = fc.array(fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(lengths, async (of) => {
      const stopping = new AbortController()
      const context = contextOf(stopping.signal)
      const begun: number[] = []
      let inTurn = 0
      let most = 0
      const atMs = Date.now()
      const pass = inWorkspaces(
        of.map((_ms, nth) => String(nth)),
        async (name, { time, signal }) => {
          begun.push(Number(name))
          inTurn += 1
          most = Math.max(most, inTurn)
          time.addEventListener('abort', () => (inTurn -= 1), { once: true })
          await takes(of[Number(name)], signal)
          if (!time.aborted) inTurn -= 1
        },
        context,
      ).then(() => Date.now() - atMs)
      await vi.advanceTimersByTimeAsync(10_000 * of.length + 1)
      const lasted = await pass
      expect(begun).toEqual([...of.keys()])
      expect(most).toBeLessThanOrEqual(8)
      expect(lasted).toBeLessThanOrEqual(10_000 * Math.ceil(of.length / 8) + 1)
      stopping.abort()
    }),
    { numRuns: 50 },
  )
})
