import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { openDiskStore } from '../../../platform/storage/index.ts'
import { findSavedWork, workKeeper } from './saved-work.ts'

const folder = await mkdtemp(join(tmpdir(), 'saved-work-'))
afterAll(() => rm(folder, { recursive: true }))

test('an agent’s words of before the disk was full are found again, and damaged bytes count as none', async () => {
  const objects = await openDiskStore(folder)
  const context = {
    run: { kind: 'task', id: 'run', parentId: 'cycle' },
    step: { name: 'build-task' },
    key: 'key',
    signal: new AbortController().signal,
  } as never
  const work = { project: { id: 'shop' }, task: { id: 'task' } } as never
  let room = true
  const keep = workKeeper({ objects, hasRoom: async () => room }, context, work)
  await keep({ type: 'saved-messages', from: 0, messages: ['Hello.'] } as never)
  await keep({ type: 'saved', messages: 1, patch: 'a', steps: 1, tokens: 2 } as never)
  room = false
  await keep({ type: 'saved-messages', from: 1, messages: ['I give up.'] } as never)
  await keep({ type: 'saved', messages: 2, patch: 'a', steps: 2, tokens: 3 } as never)
  expect(await findSavedWork(objects, context, work)).toMatchObject({ messages: ['Hello.'], patch: 'a' })
  const key = 'conversations/shop/cycle/task.json.gz'
  await objects.put(key, Readable.from([Buffer.from('no gzip')]), { maxBytes: 9 })
  expect(await objects.open(key)).toBeDefined()
  expect(await findSavedWork(objects, context, work)).toBeUndefined()
})
