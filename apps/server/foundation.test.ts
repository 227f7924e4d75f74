import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/server.ts'

const server = await testServer()

test('folders with clients’ code are closed to other users of the machine', async () => {
  const modes = ['objects', 'cache/repositories', 'worktrees', 'quarantine', 'cache'].map(async (name) => {
    const { mode } = await stat(join(server.dataFolder, name))
    return mode & 0o777
  })
  expect(new Set(await Promise.all(modes))).toEqual(new Set([0o700]))
})

test('the first owner’s key file is readable only by its owner', async () => {
  expect((await stat(join(server.dataFolder, 'owner.json'))).mode & 0o777).toBe(0o600)
})
