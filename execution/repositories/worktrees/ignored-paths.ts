import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { git, splitNul } from '../git.ts'

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
    answers: [0, 1],
    environment: { GIT_LITERAL_PATHSPECS: '0' },
    input: paths.map((path) => `./${path}\0`).join(''),
  })
  return new Set(splitNul(stdout).map((path) => path.toString('utf8', './'.length)))
}
