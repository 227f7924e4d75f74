import { truncate } from 'node:fs/promises'
import { test } from 'vitest'
import { expectMessages } from '../../../testing/damaged-packs.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()

test('a pack with a missing end ends a run and a read with a message, and does not stop a start', () =>
  expectMessages(server, (path) => truncate(path, 60)))
