import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git, splitNul } from './git.ts'
import { prefixesOf } from './paths.ts'
import { removeTraps, removeTree } from './removals.ts'

/** Where host git finds the parts of a worktree's folder. */
export const gitPathsIn = (folder: string, gitDir: string) => ({
  gitDir,
  workTree: join(folder, 'files'),
  indexFile: join(folder, 'git', 'index'),
})

type GitPaths = ReturnType<typeof gitPathsIn>

/**
 * Brings a folder that an agent had back to exactly what a new one would hold, and proves it: the names, kinds and
 * modes of all entries, that no file has a second link, and by the index, which no sandbox can write to and whose
 * change times nobody can set back, the contents. Answers with the bytes of the disk that it takes; undefined, or an
 * error, when it is not so: the folder must go.
 */
export const scrub = async (folder: string, gitDir: string): Promise<number | undefined> => {
  const places = gitPathsIn(folder, gitDir)
  const head = (await readFile(join(folder, 'git', 'HEAD'), 'utf8')).trim()
  await removeTree(join(places.workTree, '.git'))
  await removeTraps(places.workTree)
  await fill(places, head)
  await git(['clean', '-d', '-x', '--force', '--force', '--quiet'], { ...places, timeoutMs: 10 * 60_000 })
  // Our own folder, made as new folders are, says which permissions new entries have.
  const { mode } = await lstat(join(folder, 'git'))
  return holdsExactly(places.workTree, await entriesOf(places), mode & 0o777)
}

/** Makes the files those of a commit or tree. What an agent changed is overwritten; no link that it laid is followed. */
export const fill = (places: GitPaths, tree: string) =>
  git(['read-tree', '--reset', '-u', '--no-recurse-submodules', tree], { ...places, timeoutMs: 15 * 60_000 })

interface Expected {
  /** Modes of the index by path, as latin1. */
  readonly modes: ReadonlyMap<string, string>
  readonly folders: ReadonlySet<string>
}

const entriesOf = async (places: GitPaths): Promise<Expected> => {
  const modes = new Map<string, string>()
  const folders = new Set<string>([''])
  for (const entry of splitNul((await git(['ls-files', '--stage', '-z'], places)).stdout)) {
    const path = entry.subarray(entry.indexOf(0x09) + 1)
    modes.set(path.toString('latin1'), entry.toString('latin1', 0, 6))
    for (const prefix of prefixesOf(path)) if (prefix.length < path.length) folders.add(prefix.toString('latin1'))
  }
  return { modes, folders }
}

/** Undefined where anything differs from what is expected. */
const holdsExactly = async (root: string, expected: Expected, mask: number): Promise<number | undefined> => {
  const owner = (await lstat(root)).uid
  let found = 0
  let sizeBytes = 0
  const isExact = async (path: Buffer): Promise<boolean> => {
    const key = path.toString('latin1')
    const status = await lstat(Buffer.concat([Buffer.from(`${root}/`), path]))
    const permissions = status.mode & 0o7777
    const mode = expected.modes.get(key)
    if (mode !== undefined) found += 1
    sizeBytes += 512 * status.blocks
    if (status.uid !== owner) return false
    if (status.isDirectory()) {
      const isKnown = expected.folders.has(key) || mode === '160000'
      return isKnown && permissions === mask && holdsOnlyExact(path)
    }
    if (status.isSymbolicLink()) return mode === '120000'
    const wanted = mask & (mode === '100755' ? 0o777 : 0o666)
    return status.isFile() && mode?.startsWith('100') === true && permissions === wanted && status.nlink === 1
  }
  const holdsOnlyExact = async (path: Buffer): Promise<boolean> => {
    const names = await readdir(Buffer.concat([Buffer.from(`${root}/`), path]), { encoding: 'buffer' })
    const inside = names.map((name) => (path.length === 0 ? name : Buffer.concat([path, Buffer.from('/'), name])))
    return (await Promise.all(inside.map(isExact))).every(Boolean)
  }
  return (await isExact(Buffer.alloc(0))) && found === expected.modes.size ? sizeBytes : undefined
}
