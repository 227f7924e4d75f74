import { git, GitError } from '../git.ts'
import { assertSha } from '../refs.ts'

/** Lines in a file that came with a commit. */
export interface LineOrigin {
  readonly commitSha: string
  /** The author of the commit, as recorded there. */
  readonly author: string
  /** The lines, counted from 1: in the file that was asked for, and in that of the commit. */
  readonly line: number
  readonly lineThen: number
  readonly lines: number
  /** The path that the file had in the commit, as git prints it: between quotes if it has special characters. */
  readonly pathThen: string
}

export interface LineOriginsOptions {
  readonly commit: string
  readonly path: string
  readonly timeoutMs: number
}

const outputMostBytes = 8 * 2 ** 20
const memoryMostBytes = 512 * 2 ** 20
const authorMost = 200
const header = /^([0-9a-f]{40}) (\d{1,9}) (\d{1,9}) (\d{1,9})$/

/**
 * The commits that brought the lines of a file, in the order of the lines; undefined if git does not answer in time.
 */
export const lineOriginsOf = async (
  gitDir: string,
  { commit, path, timeoutMs }: LineOriginsOptions,
  signal?: AbortSignal,
): Promise<readonly LineOrigin[] | undefined> => {
  assertSha(commit)
  const argv = ['-c', 'core.quotePath=false', 'blame', '--incremental', '--no-textconv', commit, '--', path]
  const bounds = { maxOutputBytes: outputMostBytes, memoryMaxBytes: memoryMostBytes, timeoutMs }
  try {
    const { stdout } = await git(argv, { gitDir, signal, ...bounds })
    return originsIn(stdout.toString())
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof GitError) return undefined
    throw error
  }
}

/** Each range is a line with its place, facts of its commit if it is named for the first time, and its path. */
const originsIn = (printed: string): readonly LineOrigin[] => {
  const authors = new Map<string, string>()
  const origins: LineOrigin[] = []
  let at = { commitSha: '', line: 0, lineThen: 0, lines: 0 }
  for (const text of printed.split('\n')) {
    const begins = header.exec(text)
    if (begins) {
      const [, commitSha = '', then, now, count] = begins
      at = { commitSha, lineThen: Number(then), line: Number(now), lines: Number(count) }
    } else if (text.startsWith('author ')) authors.set(at.commitSha, text.slice(7, 7 + authorMost))
    else if (text.startsWith('filename '))
      origins.push({ ...at, author: authors.get(at.commitSha) ?? '', pathThen: text.slice(9) })
  }
  return origins.toSorted((one, other) => one.line - other.line)
}
