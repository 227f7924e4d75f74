import { expect, test } from 'vitest'
import { withWorktree } from './sandboxed.ts'

type Given = Parameters<typeof withWorktree>

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
  const parts = { repositories: { worktrees } } as unknown as Given[0]
  const context = { run: { id: 'a' }, step: { seq: 1, attempt: 1 }, signal: stop.signal } as unknown as Given[1]
  const work = { repository: { id: 'b' } } as unknown as Given[2]
  const begun = withWorktree(parts, context, work, 'c', async () => void calls.push('worked'))
  await expect(begun).rejects.toThrow('stopped')
  expect(calls).toEqual(['acquired', 'released'])
})
