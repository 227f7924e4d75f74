import { GitError, nulTerminated, streamGit } from '../git.ts'
import { commitCache } from '../packs/commit-cache.ts'
import { assertSha } from '../refs.ts'

/** A commit on the first-parent history of another, with the paths that no later one of it changed. */
export interface LastChange {
  readonly commitSha: string
  readonly committedAt: Date
  /** The first line of its message, cut at 200 characters. */
  readonly title: string
  readonly paths: readonly string[]
}

export interface LastChangesOptions {
  readonly commit: string
  /** Older commits are not read. */
  readonly maxCommits: number
  /** The walk ends with so many paths. */
  readonly maxPaths: number
}

const titleMost = 200
// git holds all paths that a commit changed before it prints the first.
const memoryMaxBytes = 256 * 1024 * 1024

/** The newest commits that changed files, newest first, up to the bounds; none if git cannot read them. */
export const lastChangesOf = async (gitDir: string, options: LastChangesOptions, signal?: AbortSignal) => {
  const key = [options.commit]
  const known = knownChanges.get(gitDir, key)
  if (known) return known
  try {
    const changes = await readChanges(gitDir, options, signal)
    knownChanges.set(gitDir, key, changes)
    return changes
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof GitError) return []
    throw error
  }
}

// In paths: some 20 MB of them.
const knownChanges = commitCache<readonly LastChange[]>(200_000, (changes) =>
  changes.reduce((sum, { paths }) => sum + paths.length, changes.length),
)

const readChanges = async (
  gitDir: string,
  { commit, maxCommits, maxPaths }: LastChangesOptions,
  signal: AbortSignal | undefined,
): Promise<LastChange[]> => {
  assertSha(commit)
  const walk = ['--first-parent', '-m', '--no-renames', '--name-only', `--max-count=${maxCommits}`, '-z']
  const plain = ['--no-show-signature', '--no-notes', '--no-decorate', '--no-mailmap', '--format=/%H %ct %s']
  const running = streamGit(['log', ...walk, ...plain, commit], { gitDir, signal, memoryMaxBytes })
  running.stdin.end()
  // No path begins with a slash, and every commit here does.
  const changes: (LastChange & { readonly paths: string[] })[] = []
  const seen = new Set<string>()
  let isFirst = false
  for await (const part of nulTerminated(running.stdout)) {
    const text = part.toString()
    if (text === '') continue
    if (text.startsWith('/')) {
      changes.push(commitOf(text.slice(1)))
      isFirst = true
      continue
    }
    // A line break is before the first path of a commit.
    const path = isFirst ? text.slice(1) : text
    isFirst = false
    if (seen.has(path)) continue
    if (seen.size === maxPaths) {
      running.stop()
      return changes
    }
    seen.add(path)
    changes.at(-1)!.paths.push(path)
  }
  await running.ended
  return changes
}

const commitOf = (line: string) => {
  const [commitSha = '', seconds, ...words] = line.split(' ')
  return {
    commitSha,
    committedAt: new Date(1_000 * Number(seconds)),
    title: words.join(' ').slice(0, titleMost),
    paths: [],
  }
}
