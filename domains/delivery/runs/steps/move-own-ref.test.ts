import { expect, test } from 'vitest'
import { moveOwnRef } from './move-own-ref.ts'

const at = { repositoryId: 'one', name: 'refs/atelier/run/1/task-1' }
const move = { from: undefined, to: 'a'.repeat(40) }

const moving = ({ isHeld = true, isStopped = false }) => {
  const moved: string[] = []
  const signal = isStopped ? AbortSignal.abort(new Error('stopped')) : new AbortController().signal
  const write = async <T>(work: (tx: never) => Promise<T>): Promise<T> => {
    if (!isHeld) throw new Error('not held')
    return work(undefined as never)
  }
  const moveRef = (_id: string, name: string) => Promise.resolve(moved.push(name) && ('moved' as const))
  return { moved, ending: moveOwnRef({ repositories: { moveRef } as never }, { write, signal }, at, move) }
}

test.each([
  ['is held by another attempt', { isHeld: false }, 'not held'],
  ['was stopped', { isStopped: true }, 'stopped'],
])('a step that %s moves nothing any more', async (_name, how, message) => {
  const { moved, ending } = moving(how)
  await expect(ending).rejects.toThrow(message)
  expect(moved).toEqual([])
})

test('a step that is held moves its branch', async () => {
  const { moved, ending } = moving({})
  expect([await ending, moved]).toEqual(['moved', [at.name]])
})
