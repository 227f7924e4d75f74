import { randomUUID } from 'node:crypto'
import { access, copyFile, mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { undefinedIfAbsent } from '../../platform/storage/index.ts'
import { git, streamGit } from './git.ts'
import { packFolder, packsIn, type PackStore } from './packs/pack-store.ts'
import { storedRefs, type Ref } from './refs.ts'
import { removeTree } from './removals.ts'
import type { Repositories } from './repositories.ts'

/** The bare repositories of a version that kept them in one folder. Nothing is written there. */
export interface EarlierRepositories {
  list(): Promise<readonly string[]>
  /** The branches and tags of git itself; undefined if there is no such repository. */
  refs(id: string): Promise<readonly Ref[] | undefined>
  /** Stores all objects of a repository as packs. Repeating it after a death is fine. */
  store(id: string): Promise<void>
  /** Whether the packs that are stored of a repository have all its objects, and what `named` names: reads them back. */
  isStored(id: string, named?: readonly Pick<Ref, 'sha'>[]): Promise<boolean>
  /** Removes one that is stored. */
  remove(id: string): Promise<void>
}

interface EarlierParts {
  readonly dataFolder: string
  readonly packs: PackStore
  readonly repositories: Pick<Repositories, 'holding'>
}

const readingMs = 6 * 60 * 60_000

export const openEarlierRepositories = ({ dataFolder, packs, repositories }: EarlierParts): EarlierRepositories => {
  const folder = join(dataFolder, 'repositories')
  const gitDirOf = (id: string) => join(folder, `${id}.git`)
  const isThere = (id: string) => access(gitDirOf(id)).then(() => true, undefinedIfAbsent)
  return {
    list: async () =>
      ((await readdir(folder).catch(undefinedIfAbsent)) ?? [])
        .filter((name) => /^[^.].*\.git$/.test(name))
        .map((name) => name.slice(0, -'.git'.length)),
    refs: async (id) => ((await isThere(id)) ? storedRefs(gitDirOf(id)) : undefined),
    store: async (id) => {
      const scratch = join(dataFolder, 'cache', `earlier-${randomUUID()}`)
      const gitDir = gitDirOf(id)
      await mkdir(scratch, { recursive: true })
      try {
        await packs.add(id, packFolder(gitDir), await packsIn(packFolder(gitDir)))
        await packOthers(gitDir, scratch)
        await packs.add(id, scratch, await packsIn(scratch))
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
    },
    isStored: (id, named = []) =>
      repositories.holding(id, async (gitDir) => {
        if (!(await hasAll(gitDir, gitDirOf(id)))) return false
        const input = named.map(({ sha }) => `${sha}\n`).join('')
        const { stdout } = await git(['cat-file', '--batch-check=%(objectname)'], { gitDir, input })
        return !stdout.includes(missing)
      }),
    remove: async (id) => {
      await removeTree(gitDirOf(id))
      // Which fails unless it is empty.
      await rmdir(folder).catch(() => undefined)
    },
  }
}

/** Packs what is in no pack that has an index. */
const packOthers = async (gitDir: string, scratch: string) => {
  const names = (await readdir(packFolder(gitDir))).filter((name) => /^pack-[0-9a-f]{40}\.(pack|idx)$/.test(name))
  // Git died between a pack and its index: the pack is whole.
  for (const name of names.filter((each) => each.endsWith('.pack') && !names.includes(each.replace(/pack$/, 'idx')))) {
    await copyFile(join(packFolder(gitDir), name), join(scratch, name))
    await git(['index-pack', join(scratch, name)], { gitDir, timeoutMs: readingMs })
  }
  const loose = await looseIn(gitDir)
  if (loose.length === 0) return
  const argv = ['pack-objects', '--quiet', '--delta-base-offset', '--threads=1', join(scratch, 'pack')]
  await git(argv, { gitDir, input: loose.map((sha) => `${sha}\n`).join(''), timeoutMs: readingMs })
}

const looseIn = async (gitDir: string): Promise<string[]> => {
  const shas: string[] = []
  for (const folder of (await readdir(join(gitDir, 'objects'))).filter((name) => /^[0-9a-f]{2}$/.test(name)))
    for (const name of await readdir(join(gitDir, 'objects', folder)))
      if (/^[0-9a-f]{38}$/.test(name)) shas.push(folder + name)
  return shas
}

// “<name> missing”: no name has such a letter.
const missing = 'm'

/** Whether a repository has all objects of another one; of any number of them, in little memory. */
const hasAll = async (gitDir: string, earlierDir: string): Promise<boolean> => {
  const argv = ['cat-file', '--batch-all-objects', '--batch-check=%(objectname)']
  const listing = streamGit(argv, { gitDir: earlierDir, timeoutMs: readingMs })
  const looking = streamGit(['cat-file', '--batch-check=%(objectname)'], { gitDir, timeoutMs: readingMs })
  listing.stdin.end()
  const asking = pipeline(listing.stdout, looking.stdin)
  let isWhole = true
  for await (const chunk of looking.stdout as AsyncIterable<Buffer>) isWhole &&= !chunk.includes(missing)
  await Promise.all([asking, listing.ended, looking.ended])
  return isWhole
}
