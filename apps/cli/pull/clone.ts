import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { git } from '../../../execution/repositories/index.ts'
import { writeLink, type Link } from '../repository/link.ts'
import { findRepository } from '../repository/find-repository.ts'
import { moveRef } from './apply-pull.ts'
import { unpack, type Downloaded } from './receive.ts'

/** Whether there is nothing at `path`, or an empty folder. */
export const isFree = async (path: string): Promise<boolean> =>
  readdir(path).then(
    (names) => names.length === 0,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )

/** Makes a repository with a work tree at `path`, whole or not at all. */
export const clone = async (downloaded: Downloaded, path: string, link: Link, signal: AbortSignal): Promise<void> => {
  const staging = `${path}.atelier-${process.pid}`
  await mkdir(dirname(path), { recursive: true })
  await mkdir(staging)
  try {
    await fill(downloaded, staging, signal)
    await writeLink((await findRepository(staging))!, link)
    await rmdir(path).catch(() => undefined)
    await rename(staging, path)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const fill = async (downloaded: Downloaded, workTree: string, signal: AbortSignal) => {
  const { branch, commitSha } = downloaded.head
  const place = { gitDir: join(workTree, '.git'), workTree, signal }
  await git(['init', '--quiet', '--template=', `--initial-branch=${branch}`], place)
  await mkdir(join(place.gitDir, 'info'), { recursive: true })
  const refs = await unpack(downloaded, place.gitDir, signal)
  for (const { name, sha } of refs) {
    const other = name.replace(/^refs\/heads\//, 'refs/remotes/atelier/')
    if (name !== 'HEAD') await moveRef(place, other, sha, undefined, signal)
  }
  await moveRef(place, `refs/heads/${branch}`, commitSha, undefined, signal)
  await git(['read-tree', '-m', '-u', commitSha], { ...place, timeoutMs: 60 * 60_000 })
}
