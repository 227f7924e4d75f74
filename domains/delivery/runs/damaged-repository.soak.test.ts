import { open, truncate } from 'node:fs/promises'
import { test } from 'vitest'
import { expectMessages } from '../../../testing/repositories/damaged-packs.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()

const flipBytes = async (path: string) => {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  const bytes = Buffer.alloc(size - 33)
  await file.read(bytes, 0, bytes.length, 13)
  await file.write(
    bytes.map((byte) => byte ^ 0xff),
    0,
    bytes.length,
    13,
  )
  await file.close()
}

test('a pack with flipped bytes ends a run and a read with a message, and does not stop a start', () =>
  expectMessages(server, flipBytes))

test('a pack with a missing end ends a run and a read with a message, and does not stop a start', () =>
  expectMessages(server, (path) => truncate(path, 60)))
