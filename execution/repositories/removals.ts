import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { lstat, readdir, rename, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { removeSmallTree, undefinedIfAbsent } from '../../platform/storage/index.ts'
import { ageMs } from './packs/packs.ts'
import { folderMark, ownerIsGone } from '../sandbox/index.ts'

/** A new path in the folder that no list shows. It bears the mark of this machine and process, so that others see when it died. */
export const hiddenPathIn = (folder: string, name = ''): string =>
  join(folder, `.${folderMark()}-${name}${randomUUID()}`)

const isLeft = (name: string) => {
  const mark = /^\.([\d.]+)-/.exec(name)?.[1]
  return mark !== undefined && ownerIsGone(mark)
}

/**
 * Deletes things of a folder later, one at a time. A deleted thing gets a name with a leading dot at once, so that it
 * is not listed, and `sweep` removes things of dead processes, and things that are too old.
 */
export const openRemovals = (folder: string) => {
  let queue: Promise<unknown> = Promise.resolve()
  const later = (work: () => Promise<unknown>) => {
    // A failed removal keeps its dot, and the next sweep tries again.
    queue = queue.then(() => work().catch(() => undefined))
  }
  const remove = (path: string) => later(() => removeTree(path))
  return {
    /** Does work on what has such a name when the work before it has ended. */
    later,
    /** `path` is in the folder; a missing one is fine. */
    throwAway: async (path: string) => {
      const hidden = hiddenPathIn(folder, `${basename(path)}-`)
      if (await renameIfPresent(path, hidden)) remove(hidden)
    },
    sweep: async (olderThanMs: number) => {
      for (const name of await readdir(folder)) {
        const status = name.startsWith('.') ? await lstat(join(folder, name)).catch(undefinedIfAbsent) : undefined
        if (status && (isLeft(name) || ageMs(status.ctimeMs) >= olderThanMs)) remove(join(folder, name))
      }
      await queue
    },
    /** Until nothing is left to do, including work that was put off in between. */
    settled: async () => {
      for (let seen: unknown; seen !== queue;) {
        seen = queue
        await queue
      }
    },
  }
}

export type Removals = ReturnType<typeof openRemovals>

/** Removes the files of an agent, with unreadable folders and paths too long for one call; follows no links. */
export const removeTree = async (path: string): Promise<void> => {
  if ((await isUnlinked(path)) || (await removeSmallTree(path))) return
  if ((await run(['rm', '-rf', '--one-file-system', '--', path])) === 0) return
  await run(['chmod', '-R', 'u+rwX', '--', path])
  if ((await run(['rm', '-rf', '--one-file-system', '--', path])) !== 0) throw new Error(`${path} could not be removed`)
}

/** Files, links and missing paths need no program for it; the answer for a folder differs between systems. */
const isUnlinked = (path: string) =>
  unlink(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  )

/** Makes each folder and file below `path` readable for us, which owns them all. */
export const openModes = (path: string) => run(['chmod', '-R', 'u+rwX', '--', path])

const neither = ['d', 'f', 'l'].flatMap((type) => ['!', '-type', type])

/** Removes anything but a file in the place of a file that git reads on its own: git would wait at a pipe for ever. */
export const removeTraps = (path: string) => run(['find', path, '-xdev', '-name', '.git*', ...neither, '-delete'])

const run = ([command, ...argv]: string[]) =>
  new Promise<number | null>((resolve, reject) => {
    spawn(command!, argv, { stdio: 'ignore' }).on('error', reject).on('close', resolve)
  })

/** Renames; false when there is nothing at `from`. */
export const renameIfPresent = async (from: string, to: string): Promise<boolean> =>
  (await rename(from, to).then(() => true, undefinedIfAbsent)) ?? false
