import { expect, test } from 'vitest'
import { afterTest } from '../../../testing/after-test.ts'
import { testRootKey } from '../../../testing/people/sessions.ts'
import type { Repositories } from '../../../execution/repositories/index.ts'
import { parseRootKeys } from '../../../platform/crypto/index.ts'
import { openRelayServer } from '../../../platform/relay/relay.ts'
import { type ActiveTask, lendLook, readLiveFile, type FarLook } from './live-changes.ts'

const keys = parseRootKeys('test', testRootKey)

/** The repositories of a machine whose worktrees all have the same file. */
const machineWith = (worktrees: readonly string[], content: string) =>
  ({
    worktrees: { find: async (name: string) => (worktrees.includes(name) ? { path: name } : undefined) },
    reads: { fileIn: async () => ({ content: Buffer.from(content), binary: false }) },
  }) as unknown as Repositories

test('a file of a worktree is read at the machine that has it, and is left out if that machine is lost', async () => {
  const there = machineWith(['task-1'], 'Ünï\0')
  const server = await openRelayServer({
    keys,
    host: '127.0.0.1',
    find: async (wanted) => lendLook(there, wanted as unknown as FarLook),
    onError: () => undefined,
  })
  afterTest(() => server.close())
  const task = { id: 'a1', baseSha: 'b'.repeat(40) } as ActiveTask['task']
  const relay = { keys, address: undefined }
  const reader = { repositories: machineWith([], ''), relay, workspace: 'w', signal: new AbortController().signal }
  const read = (worktreeName: string) =>
    readLiveFile(reader, [{ task, worktreeName, address: server.address }], 'fileIn', {
      taskId: 'A1',
      path: { path: 'a.txt' },
      maxBytes: 100,
    })
  expect(await read('task-1')).toEqual({ content: Buffer.from('Ünï\0'), binary: false })
  expect(await read('task-2')).toBeUndefined()
  await server.close()
  expect(await read('task-1')).toBeUndefined()
})
