import { lstat, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { git } from '../../../execution/repositories/index.ts'
import type { FoundRepository } from '../repository/find-repository.ts'
import { gitList, type View } from '../repository/view.ts'
import { settle, type InterruptedPath, type Move, type PathState, type Settlement } from './move.ts'

export interface InterruptedMove {
  readonly found: FoundRepository
  readonly view: View
  readonly move: Move
}

const gitLimits = { timeoutMs: 60 * 60_000, maxOutputBytes: 512 * 1024 * 1024 }

/**
 * Brings the files that a move has or has not written to one of its two commits; returns the index that goes with them.
 */
export const settleMove = async (
  place: InterruptedMove,
  only?: Settlement['way'],
): Promise<Settlement & { readonly indexFile: string }> => {
  const { view, found, move } = place
  const from = await indexOf(place, move.from, 'from')
  const to = await indexOf(place, move.to, 'to')
  const settlement = settle(await cutsOf(place, from, to), only)
  const indexFile = settlement.way === 'finish' ? to.file : from.file
  const workTree = found.workTree!
  for (const path of settlement.remove) await removeFile(workTree, path)
  const input = settlement.write.map((path) => `${path}\0`).join('')
  const call = { gitDir: view.gitDir, workTree, indexFile, ...gitLimits }
  await git(['checkout-index', '--force', '-z', '--stdin'], { ...call, input })
  await git(['update-index', '-q', '--refresh'], { ...call, exitCodes: [0, 1] })
  return { ...settlement, indexFile }
}

interface Index {
  readonly file: string
  readonly paths: ReadonlySet<string>
  /** Paths of it that lie in the work tree as something else, or not at all. */
  readonly differing: ReadonlySet<string>
}

const indexOf = async ({ view, found }: InterruptedMove, commitSha: string, name: string): Promise<Index> => {
  const { gitDir } = view
  const place = { gitDir, workTree: found.workTree!, indexFile: join(gitDir, `index-${name}`), ...gitLimits }
  await rm(place.indexFile, { force: true })
  await git(['read-tree', commitSha], place)
  await git(['update-index', '-q', '--refresh'], { ...place, exitCodes: [0, 1] })
  const paths = await gitList(['ls-files', '-z'], place)
  const differing = await gitList(['diff-files', '--name-only', '-z'], place)
  return { file: place.indexFile, paths: new Set(paths), differing: new Set(differing) }
}

const cutsOf = async ({ view, found, move }: InterruptedMove, from: Index, to: Index): Promise<InterruptedPath[]> => {
  const argv = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', move.from, move.to]
  const cuts: InterruptedPath[] = []
  for (const path of await gitList(argv, { gitDir: view.gitDir, ...gitLimits })) {
    const isInFrom = from.paths.has(path)
    const isInTo = to.paths.has(path)
    cuts.push({ path, isInFrom, isInTo, state: await stateOf({ found, view, move }, path, from, to) })
  }
  return cuts
}

const stateOf = async (place: InterruptedMove, path: string, from: Index, to: Index): Promise<PathState> => {
  const workTree = place.found.workTree!
  const entry = await lstat(join(workTree, path)).catch(() => undefined)
  // A folder at the path belongs to the other paths, which lie in it.
  const isFile = entry !== undefined && !entry.isDirectory()
  const isAs = ({ paths, differing }: Index) => (paths.has(path) ? !differing.has(path) : !isFile)
  if (isAs(to)) return 'to'
  if (isAs(from)) return 'from'
  if (!isFile) return 'absent'
  return entry.isFile() && to.paths.has(path) && (await isBeginning(place, path)) ? 'partial' : 'edited'
}

/** Whether a file holds the first bytes of its new content, and nothing else. */
const isBeginning = async ({ found, view, move }: InterruptedMove, path: string) => {
  const content = await readFile(join(found.workTree!, path))
  const { stdout } = await git(['cat-file', 'blob', `${move.to}:${path}`], { gitDir: view.gitDir, ...gitLimits })
  return stdout.subarray(0, content.length).equals(content)
}

const removeFile = async (workTree: string, path: string) => {
  const entry = await lstat(join(workTree, path)).catch(() => undefined)
  if (!entry || entry.isDirectory()) return
  await rm(join(workTree, path))
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const isRemoved = await rmdir(join(workTree, folder)).then(
      () => true,
      () => false,
    )
    if (!isRemoved) return
  }
}
