import { expect, test } from 'vitest'
import { GitMemoryError, TooManyChangesError } from '../../../execution/repositories/index.ts'
import { Unrecoverable } from '../../../platform/jobs/index.ts'
import { withWorktree } from './with-worktree.ts'
import type { StepWork } from './step-work.ts'

test('a stop that comes while files are laid out ends there, and the files are given back', async () => {
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
