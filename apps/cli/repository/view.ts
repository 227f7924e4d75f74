import { appendFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyIndex } from '../../../execution/git-index/copy-index.ts'
import { git, GitError, splitNul } from '../../../execution/repositories/index.ts'
import { failed } from '../failure.ts'
import type { FoundRepository } from './find-repository.ts'

/** A bare repository of ours over the person's objects: git works in it without reading their configuration or hooks. */
export interface View {
  readonly gitDir: string
  /** The commit that is checked out; undefined if HEAD names a branch that is not there. */
  readonly headSha: string | undefined
  /** The branch that is checked out; undefined for a detached HEAD. */
  readonly headBranch: string | undefined
  readonly branches: ReadonlyMap<string, string>
  readonly refs: readonly Ref[]
}

interface Ref {
  readonly sha: string
  readonly name: string
}

/**
 * Makes a view in `folder`, or returns why this repository cannot be taken: empty, shallow, partial, SHA-256, damaged.
 */
export const openView = async (found: FoundRepository, folder: string, signal: AbortSignal): Promise<View> => {
  const [refs, head] = await Promise.all([readRefs(found, signal), readHead(found, signal)])
  await refuseShallow(found)
  if (refs.length === 0 && head.sha === undefined) {
    throw failed('empty', 'This repository has no commit yet. Commit something, then import it.')
  }
  if ((head.sha ?? refs[0]!.sha).length !== 40) {
    throw failed(
      'object_format',
      'This repository uses SHA-256 object names, and Atelier takes SHA-1 alone. Convert it, or import another one.',
    )
  }
  const gitDir = join(folder, 'view.git')
  await makeBare(gitDir)
  await writeFile(join(gitDir, 'objects', 'info', 'alternates'), `${quoted(join(found.commonDir, 'objects'))}\n`)
  await writeRefs(gitDir, refs, signal)
  await refusePartial(found, gitDir, signal)
  const branches = new Map(
    refs.flatMap(({ name, sha }) => (name.startsWith(heads) ? [[name.slice(heads.length), sha]] : [])),
  )
  return { gitDir, headSha: head.sha, headBranch: head.branch, branches, refs }
}

const heads = 'refs/heads/'

/** A bare repository with no configuration but ours. */
export const makeBare = async (gitDir: string): Promise<void> => {
  await mkdir(gitDir)
  await git(['init', '--quiet', '--bare', '--template=', '--initial-branch=main'], { gitDir })
  await mkdir(join(gitDir, 'info'), { recursive: true })
  await mkdir(join(gitDir, 'objects', 'info'), { recursive: true })
  // Line ends are converted as a .gitattributes in the tree defines, which git does itself; filters are programs.
  await writeFile(join(gitDir, 'info', 'attributes'), '* -filter\n')
}

/** Reads branches and tags, or the refs that `prefixes` name, with their targets. */
export const readRefs = async (
  { gitDir }: Pick<FoundRepository, 'gitDir'>,
  signal: AbortSignal,
  prefixes = [heads, 'refs/tags/'],
): Promise<Ref[]> => {
  const { stdout } = await git(['for-each-ref', '--format=%(objectname) %(refname)', ...prefixes], { gitDir, signal })
  const lines = stdout.toString().split('\n').filter(Boolean)
  return lines.map((line) => ({ sha: line.slice(0, line.indexOf(' ')), name: line.slice(line.indexOf(' ') + 1) }))
}

export const readHead = async ({ gitDir }: Pick<FoundRepository, 'gitDir'>, signal: AbortSignal) => {
  const [commit, symbolic] = await Promise.all([
    git(['rev-parse', '--verify', '--quiet', 'HEAD'], { gitDir, signal, exitCodes: [0, 1, 128] }),
    git(['symbolic-ref', '--quiet', 'HEAD'], { gitDir, signal, exitCodes: [0, 1, 128] }),
  ])
  const name = symbolic.stdout.toString().trim()
  return {
    sha: commit.exitCode === 0 ? commit.stdout.toString().trim() : undefined,
    branch: name.startsWith(heads) ? name.slice(heads.length) : undefined,
  }
}

const refuseShallow = async ({ commonDir }: FoundRepository) => {
  const found = await stat(join(commonDir, 'shallow')).catch(() => undefined)
  if (found && found.size > 0)
    throw failed(
      'shallow',
      'This clone is shallow: its older history is not here. Run git fetch --unshallow, then import it.',
    )
}

// A clone that once was partial keeps its promisor packs: only a walk shows whether an object is missing. The view has no
// remote from which git could fetch one.
const refusePartial = async ({ commonDir }: FoundRepository, gitDir: string, signal: AbortSignal) => {
  const packs = await readdir(join(commonDir, 'objects', 'pack')).catch(() => [])
  const promisor = packs.find((name) => name.endsWith('.promisor'))
  if (promisor === undefined) return
  const walk = ['rev-list', '--objects', '--quiet', '--all']
  const { exitCode, stderr } = await git(walk, { gitDir, signal, exitCodes: [0, 1, 128], timeoutMs: 60 * 60_000 })
  if (exitCode === 0) return
  throw failed(
    'partial',
    `This clone is partial, as ${promisor} says, and some of its objects are not here; git says: ${stderr.trim().slice(0, 300)}\nClone it without --filter, then import that.`,
  )
}

// git reads a line of this file unchanged, unless it begins with a quotation mark.
const quoted = (path: string) => (/[\n"#]/.test(path) ? JSON.stringify(path) : path)

const writeRefs = async (gitDir: string, refs: readonly Ref[], signal: AbortSignal) => {
  const input = refs.map(({ name, sha }) => `create ${name}\0${sha}\0`).join('')
  try {
    await git(['update-ref', '--stdin', '-z'], { gitDir, input, signal, timeoutMs: 10 * 60_000 })
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    throw failed(
      'damaged',
      `This repository is damaged; git says: ${error.stderr.trim().slice(0, 500)}\nRun git fsck --full in it to see what is missing.`,
    )
  }
}

/** Changed and new paths of the work tree, as git status names them, without the ignored ones. */
export const readStatus = async (
  found: FoundRepository,
  { gitDir, headSha }: View,
  signal: AbortSignal,
): Promise<string[]> => {
  if (!found.workTree || !headSha) return []
  await copyIndexes(found, gitDir)
  const excludes = await readFile(join(found.commonDir, 'info', 'exclude')).catch(() => '')
  await appendFile(join(gitDir, 'info', 'exclude'), excludes)
  await writeFile(join(gitDir, 'HEAD'), `${headSha}\n`)
  const argv = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=normal']
  return gitList(argv, { gitDir, workTree: found.workTree, signal, timeoutMs: 10 * 60_000 })
}

/** The present index, with its shared parts: git refreshes one while it looks, and the copy is ours. */
const copyIndexes = async ({ gitDir: from }: FoundRepository, to: string): Promise<void> => {
  for (const name of await readdir(from))
    if (/^(index|sharedindex\..+)$/.test(name)) await copyIndex(join(from, name), join(to, name))
}

/** The paths that git tracks in the work tree, as text. */
export const trackedPaths = async (
  found: FoundRepository,
  { gitDir }: View,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  await copyIndexes(found, gitDir)
  return new Set(await gitList(['ls-files', '-z'], { gitDir, signal, maxOutputBytes: 512 * 1024 * 1024 }))
}

/** The output of a git command with `-z`, one by one as text. Throws as `git` does. */
export const gitList = async (...[argv, place]: Parameters<typeof git>): Promise<string[]> => {
  const { stdout } = await git(argv, place)
  return splitNul(stdout).map(String)
}
