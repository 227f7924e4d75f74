import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeSmallTree } from '../../platform/storage/small-tree.ts'
import { socketPathMaxBytes } from '../../platform/storage/socket-path.ts'
import { ownerIsGone, ownerMark } from './owner-mark.ts'

/**
 * A sandbox's own folders on the host, mode 0700. `tmp` and `home` are seen inside as /tmp and the home. `system` is
 * for files that the server writes for it: the skeleton, mount tables, environments.
 */
export interface Scratch {
  tmp: string
  home: string
  system: string
  remove(): Promise<void>
}

const memoryFolder = '/dev/shm'

/** A folder in `within` only for this process. If it dies and leaves it, the next `sweepScratch` removes it. */
export const makeOwnFolder = async (within: string): Promise<string> => {
  // Systems empty their folder for temporary files by age, a private one with its own folder.
  await mkdir(within, { recursive: true, mode: 0o700 })
  return mkdtemp(join(within, `atelier-sandbox-${ownerMark()}-`))
}

const socketFolderMaxBytes = socketPathMaxBytes - '/0123456789abcdef.sock'.length

/** Makes a folder for sockets such as `0123456789abcdef.sock`: in memory if the path of `within` is too long. */
export const makeSocketFolder = async (within: string): Promise<string> => {
  const folder = await makeOwnFolder(within)
  if (Buffer.byteLength(folder) <= socketFolderMaxBytes) return folder
  await rmdir(folder)
  return makeOwnFolder(memoryFolder)
}

/**
 * Makes such a folder again if a cleaner of temporary files has removed it. Rejects with a sentence if that cannot be
 * done, or where another user has taken its name: every user may make names in a folder for temporary files.
 */
export const remakeOwnFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    if (await isOurs(path, 0o077)) return
  } catch (error) {
    throw new Error(`The folder ${path} for sockets of sandboxes cannot be made. Look at its disk and its mode.`, {
      cause: error,
    })
  }
  throw new Error(
    `The folder ${path} for sockets of sandboxes belongs to another user, or others may enter it. Remove it.`,
  )
}

/** Removes such a folder, also after a sandbox changed its modes and names; rejects with a sentence if that fails. */
export const removeOwnFolder = (path: string): Promise<void> => removeFolders([path])

export const makeScratch = async (within: string): Promise<Scratch> => {
  const path = await makeOwnFolder(within)
  // Sixty small files took 28 ms on a disk and 0.4 ms in memory, if the environments' secrets are better kept too.
  const system = await makeOwnFolder(memoryFolder).catch(() => makeOwnFolder(within))
  const scratch = { tmp: join(path, 'tmp'), home: join(path, 'home'), system }
  await Promise.all([mkdir(scratch.tmp), mkdir(scratch.home)])
  await chmod(scratch.tmp, 0o1777)
  return { ...scratch, remove: () => removeScratch(path, scratch) }
}

/** Needs no program if commands left nothing in their folders; the files beneath `system` are ours, small, in memory. */
const removeScratch = async (path: string, { tmp, home, system }: Omit<Scratch, 'remove'>) => {
  const isEmpty = await Promise.all([tmp, home].map((folder) => rmdir(folder).then(yes, no)))
  if (isEmpty.every(Boolean) && (await rmdir(path).then(yes, no)) && (await removeOwn(system).then(yes, no))) return
  await removeFolders([path, system])
}

const yes = () => true
const no = () => false

const removeOwn = (system: string) => rm(system, { recursive: true })

/** Removes the folders of servers that no longer exist. */
export const sweepScratch = async (within: string): Promise<void> => {
  for (const parent of new Set([within, memoryFolder])) {
    for (const name of await readdir(parent).catch(() => [])) {
      const mark = /^atelier-sandbox-([\d.]+)-/.exec(name)?.[1]
      if (mark && ownerIsGone(mark) && (await isOurs(join(parent, name))))
        await removeFolders([join(parent, name)]).catch(() => {})
    }
  }
}

// Every user may make such a name in these folders; a folder of another user is not touched.
const isOurs = async (path: string, forbiddenMode = 0) => {
  const found = await lstat(path).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & forbiddenMode) === 0
}

// Large ones by `rm`, since Node fails if a path is longer than 4,096 bytes; folders that their owner may not enter are
// opened first.
const removeFolders = async (all: readonly string[]) => {
  const areRemoved = await Promise.all(all.map((path) => removeSmallTree(path)))
  const paths = all.filter((_path, at) => !areRemoved[at])
  if (paths.length === 0) return
  if ((await statusOf('rm', ['-rf', '--', ...paths])) === 0) return
  await statusOf('chmod', ['-R', 'u+rwX', '--', ...paths])
  if ((await statusOf('rm', ['-rf', '--', ...paths])) === 0) return
  throw new Error(
    `A sandbox's folder could not be removed: ${paths.join(', ')}. Remove it by hand, or look at its disk.`,
  )
}

const statusOf = async (program: string, args: readonly string[]) => {
  const child = spawn(program, args, { stdio: 'ignore', env: { PATH: '/usr/bin:/bin' } })
  const [status] = (await once(child, 'exit')) as [number | null]
  return status
}
