import { git } from '../git.ts'
import { assertSha } from '../refs.ts'
import { commitCache } from '../packs/commit-cache.ts'
import { packFolder } from '../packs/pack-store.ts'
import { shaOf, writePack } from '../packs/write-pack.ts'

export const author = { name: 'Atelier', email: 'agent@atelier.invalid' }

export interface CommitDetails {
  readonly tree: string
  readonly parents: readonly string[]
  readonly message: string
  readonly at: Date
  readonly key: string
}

/** Writes a commit whose sha depends only on these details: a repeated step makes an equal commit. Moves no ref. */
export const writeCommit = async (gitDir: string, { tree, parents, message, at, key }: CommitDetails) => {
  parents.forEach(assertSha)
  const date = `@${Math.floor(at.getTime() / 1000)} +0000`
  const { stdout } = await git(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])], {
    gitDir,
    input: messageWith(message, key),
    environment: {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: author.name,
      GIT_COMMITTER_EMAIL: author.email,
      GIT_COMMITTER_DATE: date,
    },
  })
  const sha = stdout.toString().trim()
  knowCommit(gitDir, sha, tree, parents)
  return sha
}

/** Remembers the tree and the parents of a new commit, so that git is not asked. */
const knowCommit = (gitDir: string, sha: string, tree: string, parents: readonly string[]) => {
  knownTrees.set(gitDir, [sha], tree)
  for (const parent of parents) {
    knownAncestors.set(gitDir, [parent, sha], true)
    knownAncestors.set(gitDir, [sha, parent], false)
    knownBases.set(gitDir, [parent, sha], { base: parent })
    knownBases.set(gitDir, [sha, parent], { base: parent })
  }
}

/** The whole text of a commit of ours: the message, and the step that made it. */
const messageWith = (message: string, key: string) => `${messageOf(message)}\n\nAtelier-Step: ${keyOf(key)}\n`

// A NUL byte would end the message for some readers and not for others.
const messageOf = (message: string) => message.replaceAll('\0', '').trim() || 'Change without a description'

const keyOf = (key: string) => {
  if (!/^[\x21-\x7e][\x20-\x7e]{0,199}$/.test(key)) throw new Error(`“${key.slice(0, 80)}” is not a key for a commit`)
  return key
}

/** The key for answers about the files of a commit: its tree, which several commits may have, or its own sha. */
export const sameFiles = (gitDir: string, sha: string): string => knownTrees.get(gitDir, [sha]) ?? sha

/** The tree of a commit that is known to descend from another: what both come to when they are merged. */
export const knownMerge = (gitDir: string, ancestor: string, descendant: string): string | undefined =>
  knownAncestors.get(gitDir, [ancestor, descendant]) ? knownTrees.get(gitDir, [descendant]) : undefined

/** The tree of a commit, or of a tree itself. */
export const treeOf = async (gitDir: string, sha: string): Promise<string> => (await treesOf(gitDir, [sha]))[0]!

const knownTrees = commitCache<string>(10_000, () => 0)

/** The trees of several at once. */
export const treesOf = async (gitDir: string, shas: readonly string[]): Promise<string[]> => {
  shas.forEach(assertSha)
  const unknown = shas.filter((sha) => knownTrees.get(gitDir, [sha]) === undefined)
  if (unknown.length === 0) return shas.map((sha) => knownTrees.get(gitDir, [sha])!)
  const { stdout } = await git(['rev-parse', ...shas.map((sha) => `${sha}^{tree}`)], { gitDir })
  const trees = stdout.toString().trim().split('\n')
  shas.forEach((sha, at) => knownTrees.set(gitDir, [sha], trees[at]!))
  return trees
}

export const commitExists = async (gitDir: string, sha: string, signal?: AbortSignal): Promise<boolean> => {
  assertSha(sha)
  const { exitCode, stdout } = await git(['cat-file', '-t', sha], { gitDir, exitCodes: [0, 128], signal })
  return exitCode === 0 && stdout.toString().trim() === 'commit'
}

/** Whether a commit is in the history of these commits and tags: a refused commit may still be stored. */
export const isReachable = async (gitDir: string, sha: string, from: readonly string[], signal?: AbortSignal) => {
  if (!(await commitExists(gitDir, sha, signal))) return false
  from.forEach(assertSha)
  const argv = ['rev-list', '--max-count=1', '--ignore-missing', sha, '--stdin']
  const { stdout } = await git(argv, { gitDir, signal, input: from.map((one) => `^${one}\n`).join('') })
  return stdout.length === 0
}

// The commit that two have in common, or undefined if they have none.
const knownBases = commitCache<{ readonly base: string | undefined }>(10_000, () => 0)
const knownAncestors = commitCache<boolean>(10_000, () => 0)

export const mergeBase = async (gitDir: string, a: string, b: string, signal?: AbortSignal) => {
  ;[a, b].forEach(assertSha)
  const before = knownBases.get(gitDir, [a, b])
  if (before) return before.base
  const { exitCode, stdout } = await git(['merge-base', a, b], { gitDir, exitCodes: [0, 1], signal })
  const base = exitCode === 0 ? stdout.toString().slice(0, 40) : undefined
  knownBases.set(gitDir, [a, b], { base })
  return base
}

export const isAncestor = async (gitDir: string, ancestor: string, descendant: string): Promise<boolean> => {
  const pair = [ancestor, descendant]
  pair.forEach(assertSha)
  const before = knownAncestors.get(gitDir, pair)
  if (before !== undefined) return before
  const { exitCode } = await git(['merge-base', '--is-ancestor', ...pair], { gitDir, exitCodes: [0, 1] })
  knownAncestors.set(gitDir, pair, exitCode === 0)
  return exitCode === 0
}

export interface RootCommit {
  readonly message: string
  readonly at: Date
  readonly key: string
}

const emptyTree = { kind: 'tree', content: '' } as const

/** Writes a first, empty commit as the only pack of a new bare repository. Its sha depends only on these details. */
export const writeRootCommit = async (gitDir: string, { message, at, key }: RootCommit) => {
  const who = `${author.name} <${author.email}> ${Math.floor(at.getTime() / 1000)} +0000`
  const head = [`tree ${shaOf(emptyTree)}`, `author ${who}`, `committer ${who}`].join('\n')
  const commit = { kind: 'commit', content: `${head}\n\n${messageWith(message, key)}` } as const
  return { commitSha: shaOf(commit), pack: await writePack(packFolder(gitDir), [commit, emptyTree]) }
}
