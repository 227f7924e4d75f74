import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, dirname } from 'node:path'
import { entriesAt } from '../reads/blobs.ts'
import { git, joinNul, splitNul } from '../git.ts'
import { prefixesOf, treePathOf } from '../paths.ts'
import type { TreeEntry } from '../reads/tree.ts'

const rulesFile = Buffer.from('.gitignore')
const slash = Buffer.from('/')

/** The paths of a commit, among these, that its own `.gitignore` files name, tracked or not, as latin1. */
export const ignoredAt = async (gitDir: string, commit: string, paths: readonly Buffer[], signal?: AbortSignal) => {
  if (paths.length === 0) return new Set()
  const rules = await entriesAt(gitDir, commit, rulePathsOf(paths).map(treePathOf), signal)
  return ignoredBy(gitDir, [...rules.values()], paths, signal)
}

/** Where rules about these paths may stand: in each folder on the way to them. */
export const rulePathsOf = (paths: readonly Buffer[]): Buffer[] => {
  const folders = new Map(paths.flatMap((path) => [...prefixesOf(path)].map((each) => [each.toString('latin1'), each])))
  return [rulesFile, ...[...folders.values()].map((folder) => Buffer.concat([folder, slash, rulesFile]))]
}

export const isRules = ({ path, mode }: TreeEntry): boolean =>
  mode.startsWith('100') && path.subarray(path.lastIndexOf(0x2f) + 1).equals(rulesFile)

/**
 * The paths that these `.gitignore` files name, as latin1: by git itself, in a repository made for the question,
 * without other files. Paths that Atelier leaves out of a commit automatically do not count.
 */
export const ignoredBy = async (
  gitDir: string,
  rules: readonly TreeEntry[],
  paths: readonly Buffer[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const files = rules.filter(isRules)
  if (files.length === 0) return new Set()
  const folder = await mkdtemp(join(tmpdir(), 'atelier-ignored-'))
  try {
    const call = { ...(await askingRepository(folder, gitDir)), signal }
    const entries = files.map(({ mode, sha, path }) => Buffer.concat([Buffer.from(`${mode} ${sha}\t`), path]))
    await git(['update-index', '-z', '--index-info'], { ...call, input: joinNul(entries) })
    // Git reads rules from its index if they are marked as left out of the files.
    const input = joinNul(files.map(({ path }) => path))
    await git(['update-index', '-z', '--skip-worktree', '--stdin'], { ...call, input })
    // Rules are read from its index, and so all but those count. It takes no path as it is, and one with a colon for more.
    const here = Buffer.from('./')
    const { stdout } = await git(['check-ignore', '-z', '--stdin'], {
      ...call,
      environment: { GIT_LITERAL_PATHSPECS: '0' },
      exitCodes: [0, 1],
      input: joinNul(paths.map((path) => Buffer.concat([here, path]))),
    })
    return new Set(splitNul(stdout).map((path) => path.toString('latin1', here.length)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A repository without commits or files, over the objects of another. */
const askingRepository = async (folder: string, gitDir: string) => {
  const own = join(folder, 'git')
  const workTree = join(folder, 'files')
  await Promise.all(
    [join(own, 'objects', 'info'), join(own, 'refs'), workTree].map((path) => mkdir(path, { recursive: true })),
  )
  await Promise.all([
    writeFile(join(own, 'HEAD'), 'ref: refs/heads/none\n'),
    writeFile(join(own, 'objects', 'info', 'alternates'), `${join(gitDir, 'objects')}\n`),
  ])
  return { gitDir: own, workTree }
}

const decideMs = 60_000

/**
 * Returns the paths in a folder that git ignores, by its `.gitignore` files and by the default rules here. `folder` is
 * empty and closed to others; `rules` are those files by their paths, each perhaps in a checkout. Throws a `GitError`
 * if deciding takes longer than a minute.
 */
export const ignoredAmong = async (
  {
    gitDir,
    folder,
    signal,
  }: { readonly gitDir: string; readonly folder: string; readonly signal?: AbortSignal | undefined },
  rules: ReadonlyMap<string, Uint8Array>,
  paths: readonly string[],
): Promise<ReadonlySet<string>> => {
  for (const [path, content] of rules) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  // A path that begins with “./” is never taken for a pattern of git's own.
  const { stdout } = await git(['check-ignore', '--no-index', '--stdin', '-z'], {
    gitDir,
    workTree: folder,
    signal,
    timeoutMs: decideMs,
    exitCodes: [0, 1],
    environment: { GIT_LITERAL_PATHSPECS: '0' },
    input: paths.map((path) => `./${path}\0`).join(''),
  })
  return new Set(splitNul(stdout).map((path) => path.toString('utf8', './'.length)))
}
