import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommitDetails, writeCommit } from '../commits/commits.ts'
import { git, splitNul } from '../git.ts'
import { assertSha } from '../refs.ts'

const changesMost = 20_000
const absent = '000000'

/** A commit that takes back another. */
export interface OverlayRequest extends Pick<CommitDetails, 'message' | 'at' | 'key'> {
  /** The commit whose files are kept. */
  readonly onto: string
  /** The commit that files are taken from. */
  readonly from: string
  /** Whether a path that differs is as in `from`; a missing one is removed. Paths that are not UTF-8 are kept. */
  readonly restores: (path: string) => boolean
  /** Other contents for files of `onto`. */
  readonly contents?: ReadonlyMap<string, Buffer>
}

/**
 * Writes a commit with the files of `onto`, and some of `from`. No worktree is made and no ref moves, so that no link
 * of either tree is followed. Returns its sha, equal for equal requests; undefined if nothing differs from `onto`, or
 * more files differ than are compared.
 */
export const overlay = async (gitDir: string, request: OverlayRequest): Promise<string | undefined> => {
  const { onto, from, restores, contents = new Map<string, Buffer>() } = request
  ;[onto, from].forEach(assertSha)
  const entries: Buffer[] = []
  for (const { path, mode, sha } of await entriesThatDiffer(gitDir, from, onto)) {
    const text = path.toString('utf8')
    const isText = Buffer.from(text).equals(path)
    if (isText && !contents.has(text) && restores(text)) entries.push(entryOf(mode, sha, path))
  }
  for (const [path, content] of contents) {
    const written = await git(['hash-object', '-w', '--stdin'], { gitDir, input: content })
    entries.push(entryOf('100644', written.stdout.toString().trim(), Buffer.from(path)))
  }
  if (entries.length === 0 || entries.length > changesMost) return undefined
  const tree = await treeWith(gitDir, onto, Buffer.concat(entries))
  const { message, at, key } = request
  return writeCommit(gitDir, { tree, parents: [onto], message, at, key })
}

/** The entries of `from` wherever it differs from `onto`: `:<mode> <mode> <sha> <sha> <letter>`, then the path. */
const entriesThatDiffer = async (gitDir: string, from: string, onto: string) => {
  const argv = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--full-index', from, onto]
  const parts = splitNul((await git(argv, { gitDir })).stdout)
  const found: { readonly path: Buffer; readonly mode: string; readonly sha: string }[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [mode, , sha] = parts[at]!.toString('latin1').slice(1).split(' ')
    found.push({ path: parts[at + 1]!, mode: mode!, sha: sha! })
  }
  return found
}

/** A line for `git update-index --index-info`; a mode of zeros removes the path. */
const entryOf = (mode: string, sha: string, path: Buffer) =>
  Buffer.concat([Buffer.from(mode === absent ? `0 ${'0'.repeat(40)}\t` : `${mode} ${sha}\t`), path, Buffer.of(0)])

const treeWith = async (gitDir: string, onto: string, entries: Buffer): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-index-'))
  try {
    const places = { gitDir, indexFile: join(folder, 'index') }
    await git(['read-tree', onto], places)
    await git(['update-index', '-z', '--index-info'], { ...places, input: entries })
    return (await git(['write-tree'], places)).stdout.toString().trim()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
