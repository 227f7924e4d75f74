import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeSocketFolder } from './scratch.ts'

const folderOf = async (name: string) => {
  // Wherever the folder for temporary files of this run lies, this one is short.
  const root = await mkdtemp('/tmp/at-')
  onTestFinished(() => rm(root, { recursive: true }))
  const within = join(root, name)
  await mkdir(within)
  const folder = await makeSocketFolder(within)
  onTestFinished(() => rm(folder, { recursive: true }))
  return { within, folder }
}

test('sockets lie in the folder for temporary files, and in memory where its path is too long for one', async () => {
  const short = await folderOf('a')
  expect(dirname(short.folder)).toBe(short.within)
  const { within, folder } = await folderOf('a'.repeat(80))
  expect([dirname(folder), existsSync(within)]).toEqual(['/dev/shm', true])
  const server = createServer().listen(join(folder, `${'0'.repeat(16)}.sock`))
  await once(server, 'listening')
  server.close()
})
