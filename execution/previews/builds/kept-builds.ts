import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { undefinedIfAbsent } from '../../../platform/storage/index.ts'
import { folderBytes, folderMark, ownerIsGone, packagesFolderOf, removeOwnFolder } from '../../sandbox/index.ts'
import type { PreviewBuild } from '../preview.ts'

/** The folder in a build that holds its files; `output` of a build is relative to it. */
export const filesOf = ({ folder }: Pick<PreviewBuild, 'folder'>): string => join(folder, 'files')

/** The file in a build that describes it. It is written last, so that a folder that has it is whole. */
export const descriptionOf = (folder: string): string => join(folder, 'build.json')

/** A name beside a build for an incomplete build: such a folder is removed once its process has ended. */
export const unfinishedBeside = (folder: string): string =>
  join(dirname(folder), `.unfinished-${folderMark()}-${randomBytes(6).toString('hex')}`)

/** The build that a folder holds; undefined without a whole one. */
export const findKeptBuild = async (folder: string): Promise<PreviewBuild | undefined> => {
  const text = await readFile(descriptionOf(folder), 'utf8').catch(undefinedIfAbsent)
  return text === undefined ? undefined : { ...(JSON.parse(text) as Omit<PreviewBuild, 'folder'>), folder }
}

/** Removes a build, even if its commands changed modes and names of its files. None is found that is half removed. */
export const removeKeptBuild = async (folder: string): Promise<void> => {
  const hidden = unfinishedBeside(folder)
  const isFound = await rename(folder, hidden).then(() => true, undefinedIfAbsent)
  if (isFound) await removeOwnFolder(hidden)
}

/**
 * How much of the disk a folder takes with its packages, as the limits of sandboxes count it; undefined if a part of it
 * cannot be looked at. A second look at many files is much faster than the first, which may have taken too long.
 */
export const measureBuild = async (folder: string): Promise<number | undefined> => {
  const all = [folder, packagesFolderOf(folder)].filter((path) => existsSync(path))
  for (let looks = 0; looks < 2; looks += 1) {
    const { bytes, whole } = await folderBytes(all)
    if (whole) return bytes
  }
  return undefined
}

/** Removes unfinished builds of ended processes in the folder of all builds. For the start of a server. */
export const removeUnfinishedBuilds = async (parent: string): Promise<void> => {
  for (const name of (await readdir(parent).catch(undefinedIfAbsent)) ?? []) {
    const mark = /^\.unfinished-([\d.]+)-/.exec(name)?.[1]
    if (mark !== undefined && ownerIsGone(mark)) await removeOwnFolder(join(parent, name))
  }
}
