import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyIndex } from '../../../execution/git-index/copy-index.ts'
import { unsynced } from '../failure.ts'
import type { FoundRepository } from '../repository/find-repository.ts'

type GitFolder = Pick<FoundRepository, 'gitDir'>

const mark = 'atelier '
const copies = 'atelier-index-'
const lockOf = ({ gitDir }: GitFolder) => join(gitDir, 'index.lock')

/**
 * Locks the index of a work tree as git does, so that no git changes it, and passes a copy to `work`. The copy then
 * becomes the index, if `work` returns true.
 */
export const withIndexLock = async <T>(
  found: GitFolder,
  work: (indexFile: string, keep: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  // A git that outlived its command may still be writing its own copy.
  const copy = join(found.gitDir, `${copies}${process.pid}`)
  const index = join(found.gitDir, 'index')
  const lock = lockOf(found)
  const handle = await open(lock, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw unsynced(
      'index_locked',
      `Another git is at work here: there is ${lock}. Run this again when it has ended. Where none runs, remove that file.`,
    )
  })
  try {
    await handle.writeFile(`${mark}${process.pid}`)
    await handle.close()
    await copyIndex(index, copy)
    return await work(copy, () => rename(copy, index))
  } finally {
    await rm(copy, { force: true })
    await rm(`${copy}.lock`, { force: true })
    await rm(lock, { force: true })
  }
}

/** Removes leftovers of a killed command of ours: its lock and its copy of the index. Git's own lock stays. */
export const dropOwnLock = async (found: GitFolder): Promise<void> => {
  const text = await readFile(lockOf(found), 'utf8').catch(() => '')
  if (text.startsWith(mark)) await rm(lockOf(found), { force: true })
  for (const name of await readdir(found.gitDir))
    if (name.startsWith(copies)) await rm(join(found.gitDir, name), { force: true })
}
