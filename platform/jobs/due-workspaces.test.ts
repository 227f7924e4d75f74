import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { inDueWorkspaces } from './index.ts'

const database = { identity: (work: (tx: never) => unknown) => work({} as never) } as unknown as Database
const logged: unknown[] = []
const log = { info: () => undefined, warn: () => undefined, error: (fields: object) => void logged.push(fields) }
const never = new AbortController().signal

test('a failing workspace is logged, and the turn continues with the others', async () => {
  const done: string[] = []
  const failure = new Error('broken')
  const work = async (workspace: string) => {
    if (workspace === 'b') throw failure
    done.push(workspace)
  }
  await inDueWorkspaces(database, async () => ['a', 'b', 'c'], work, { signal: never, log })
  expect(done).toEqual(['a', 'c'])
  expect(logged).toEqual([{ err: failure, workspace: 'b' }])
})

test('an ended turn leaves the rest to the next one', async () => {
  const over = new AbortController()
  const done = [] as string[]
  const work = async (workspace: string) => {
    done.push(workspace)
    over.abort()
  }
  await inDueWorkspaces(database, async () => ['a', 'b'], work, { signal: over.signal, log })
  expect(done).toEqual(['a'])
})
