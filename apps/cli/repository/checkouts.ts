import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '../../../execution/repositories/index.ts'
import type { FoundRepository } from './find-repository.ts'
import type { View } from './view.ts'

/** The git folders of the work trees in which a branch is checked out. */
export const checkoutsOf = async ({ gitDir, commonDir }: FoundRepository, branch: string): Promise<string[]> => {
  const linked = await readdir(join(commonDir, 'worktrees')).catch(() => [])
  const all = new Set([gitDir, commonDir, ...linked.map((name) => join(commonDir, 'worktrees', name))])
  const heads = await Promise.all([...all].map(async (place) => [place, await textOf(join(place, 'HEAD'))] as const))
  return heads.filter(([, text]) => text.trim() === `ref: refs/heads/${branch}`).map(([place]) => place)
}

const textOf = (path: string) => readFile(path, 'utf8').catch(() => '')

/** Whether a merge, a rebase or their like waits to be finished. */
export const isInTheMiddle = async ({ gitDir }: FoundRepository) => {
  const names = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply']
  const there = await Promise.all(
    names.map((name) =>
      stat(join(gitDir, name)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return there.includes(true)
}

/** Whether a repository has a commit with all that belongs to it. */
export const hasWhole = async ({ gitDir }: View, commitSha: string, signal: AbortSignal): Promise<boolean> => {
  const argv = ['rev-list', '--quiet', '--objects', commitSha, '--not', '--branches', '--tags']
  return (await git(argv, { gitDir, signal, answers: [0, 128], timeoutMs: 60 * 60_000 })).exitCode === 0
}
