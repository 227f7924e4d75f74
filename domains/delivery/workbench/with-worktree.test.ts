import { expect, test } from 'vitest'
import { GitMemoryError, TooManyChangesError } from '../../../execution/repositories/index.ts'
import { Unrecoverable } from '../../../platform/jobs/index.ts'
import { StorageFullError, StoreFullError } from '../../../platform/storage/index.ts'
import { withWorktree } from './with-worktree.ts'
import type { StepWork } from './step-work.ts'

test('a stop that comes while files are laid out ends there, and the files are released', async () => {
  const stop = new AbortController()
  const calls: string[] = []
  const worktrees = {
    acquire: async () => {
      calls.push('acquired')
      stop.abort(new Error('stopped'))
      return {}
    },
    release: async () => void calls.push('released'),
  }
  const parts = { repositories: { worktrees } } as unknown as StepWork['parts']
  const context = {
    run: { id: 'a' },
    step: { seq: 1, attempt: 1 },
    signal: stop.signal,
  } as unknown as StepWork['context']
  const work = { repository: { id: 'b' } } as unknown as StepWork['work']
  const begun = withWorktree({ parts, context, work }, 'c', async () => void calls.push('worked'))
  await expect(begun).rejects.toThrow('stopped')
  expect(calls).toEqual(['acquired', 'released'])
})

test.each([new TooManyChangesError('20001 files', 20_000), new GitMemoryError(['add'], 2 ** 25, null, '')])(
  'more than a commit takes is not tried again: %s',
  async (error) => {
    const worktrees = { acquire: async () => ({}), release: async () => {} }
    const parts = { repositories: { worktrees } } as unknown as StepWork['parts']
    const context = {
      run: { id: 'a' },
      step: { seq: 1, attempt: 1 },
      signal: new AbortController().signal,
    } as unknown as StepWork['context']
    const work = { repository: { id: 'b' } } as unknown as StepWork['work']
    const ended = withWorktree({ parts, context, work }, 'c', () => Promise.reject(error))
    await expect(ended).rejects.toThrow(error.message)
    await expect(ended).rejects.toBeInstanceOf(Unrecoverable)
  },
)

/** A step that begins for the nth time, on a disk with or without room. */
const begun = ({ attempt = 1, room = false }): StepWork =>
  ({
    parts: {
      repositories: { worktrees: { acquire: async () => ({}), release: async () => {} } },
      hasRoom: async () => room,
    },
    context: { run: { id: 'a' }, step: { seq: 1, attempt }, signal: new AbortController().signal },
    work: { repository: { id: 'b' } },
  }) as unknown as StepWork
const endWith = (at: Parameters<typeof begun>[0], result: string) =>
  withWorktree(
    begun(at),
    'c',
    () => Promise.resolve(result),
    (ended) => ended === 'failed',
  )

test('a failure on a disk without room waits for room, and none other does', async () => {
  await expect(endWith({}, 'failed')).rejects.toBeInstanceOf(StorageFullError)
  expect(await endWith({ room: true }, 'failed')).toBe('failed')
  expect(await endWith({}, 'passed')).toBe('passed')
})

test('a step that met a full disk each time that it began ends, and not if the object store is full', async () => {
  await expect(endWith({ attempt: 5 }, 'failed')).rejects.toBeInstanceOf(Unrecoverable)
  const full = (error: Error) => withWorktree(begun({ attempt: 5 }), 'c', () => Promise.reject(error))
  await expect(full(new StorageFullError('a commit'))).rejects.toBeInstanceOf(Unrecoverable)
  await expect(full(new StoreFullError('a commit'))).rejects.toBeInstanceOf(StoreFullError)
})
