import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeOwnFolder, makeSocketFolder, remakeOwnFolder } from './scratch.ts'

const folderOf = async (name: string) => {
  // In any folder for temporary files of this run, this path is short.
  const root = await mkdtemp('/tmp/at-')
  onTestFinished(() => rm(root, { recursive: true }))
  const within = join(root, name)
  await mkdir(within)
  const folder = await makeSocketFolder(within)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
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

test('a folder that a cleaner of temporary files has removed is created again, only for its user', async () => {
  const { within, folder } = await folderOf('b')
  await rm(within, { recursive: true })
  await remakeOwnFolder(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await remakeOwnFolder(folder)
  await rm(within, { recursive: true })
  expect(dirname(await makeOwnFolder(within))).toBe(within)
})

test('a folder whose name leads elsewhere, or that others may enter, is refused', async () => {
  const { within, folder } = await folderOf('c')
  await chmod(folder, 0o755)
  await expect(remakeOwnFolder(folder)).rejects.toThrow('belongs to another user, or others may enter it')
  await rm(folder, { recursive: true })
  await symlink(within, folder)
  await expect(remakeOwnFolder(folder)).rejects.toThrow('belongs to another user')
  await rm(within, { recursive: true })
  await writeFile(within, '')
  await expect(remakeOwnFolder(folder)).rejects.toThrow('cannot be made')
  await rm(within)
})
