import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { atelier } from '../command.ts'
import { git, GitError, streamGit } from '../../../execution/repositories/index.ts'
import { failed } from '../failure.ts'
import type { FoundRepository } from '../repository/find-repository.ts'
import { readRefs, readStatus, type View } from '../repository/view.ts'
import type { Head } from './receive.ts'

export interface PullResult {
  readonly outcome: 'up_to_date' | 'fast_forwarded' | 'fetched' | 'cloned'
  /** What is left for the person to do. */
  readonly next?: string
}

interface PullTarget {
  readonly found: FoundRepository
  readonly view: View
  readonly head: Head
  readonly signal: AbortSignal
}

const hourMs = 60 * 60_000

/** Brings the objects that a repository lacks from our view into it, and leaves them under `refs/remotes/atelier`. */
export const bringIn = async ({ found, view, head, signal }: PullTarget): Promise<void> => {
  const known = await readRefs(found, signal, ['refs/'])
  const packing = streamGit(['-c', 'pack.threads=1', 'pack-objects', '--revs', '--stdout', '--quiet'], {
    gitDir: view.gitDir,
    signal,
  })
  const indexing = streamGit(['index-pack', '--stdin'], {
    gitDir: view.gitDir,
    environment: { GIT_OBJECT_DIRECTORY: join(found.commonDir, 'objects') },
    signal,
  })
  packing.stdin.end([head.commitSha, '--not', ...known.map(({ sha }) => sha), ''].join('\n'))
  indexing.stdout.resume()
  // Who reads the pack ends with its last byte, perhaps before its writer has: how both end says whether it came over.
  pipeline(packing.stdout, indexing.stdin).catch(() => undefined)
  try {
    await Promise.all([packing.ended, indexing.ended])
    await moveRef(found, `refs/remotes/atelier/${head.branch}`, head.commitSha, undefined, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw failed(
      'not_written',
      `The new commits could not be written into ${found.commonDir}: ${(error as Error).message}\nCheck the space on the disk and the rights of its folders, and run ${atelier} pull again.`,
    )
  } finally {
    packing.stop()
    indexing.stop()
  }
}

/** Moves the local branch forward where nothing of the person's can be lost by it; else says how they can. */
export const fastForward = async (placing: PullTarget): Promise<PullResult> => {
  const { found, view, head, signal } = placing
  const { branch, commitSha } = head
  const local = view.branches.get(branch)
  if (local === undefined)
    return { outcome: 'fetched', next: `Make a branch of it: git branch ${branch} atelier/${branch}` }
  if (local === commitSha || (await isAncestor(view, commitSha, local, signal))) return { outcome: 'up_to_date' }
  if (!(await isAncestor(view, local, commitSha, signal))) {
    return {
      outcome: 'fetched',
      next: `${branch} has commits of its own. Bring both together: git merge atelier/${branch}`,
    }
  }
  const places = await checkoutsOf(found, branch)
  if (places.some((gitDir) => gitDir !== found.gitDir)) {
    return {
      outcome: 'fetched',
      next: `${branch} is checked out in another work tree. There: git merge --ff-only atelier/${branch}`,
    }
  }
  if (places.length > 0 && found.workTree) {
    const hindrance = await moveWorkTree(placing, found.workTree, local)
    if (hindrance) return { outcome: 'fetched', next: `${hindrance}, then: git merge --ff-only atelier/${branch}` }
  }
  await moveRef(found, `refs/heads/${branch}`, commitSha, local, signal)
  return { outcome: 'fast_forwarded' }
}

const isAncestor = async ({ gitDir }: View, ancestor: string, descendant: string, signal: AbortSignal) =>
  (await git(['merge-base', '--is-ancestor', ancestor, descendant], { gitDir, signal, answers: [0, 1] })).exitCode === 0

/** The git folders of the work trees in which a branch is checked out. */
export const checkoutsOf = async ({ gitDir, commonDir }: FoundRepository, branch: string): Promise<string[]> => {
  const linked = await readdir(join(commonDir, 'worktrees')).catch(() => [])
  const all = new Set([gitDir, commonDir, ...linked.map((name) => join(commonDir, 'worktrees', name))])
  const heads = await Promise.all([...all].map(async (place) => [place, await textOf(join(place, 'HEAD'))] as const))
  return heads.filter(([, text]) => text.trim() === `ref: refs/heads/${branch}`).map(([place]) => place)
}

const textOf = (path: string) => readFile(path, 'utf8').catch(() => '')

/** Puts the files of the new commit into a clean work tree; what hinders that otherwise, and nothing is changed. */
const moveWorkTree = async (
  { found, view, head, signal }: PullTarget,
  workTree: string,
  from: string,
): Promise<string | undefined> => {
  if (await isInTheMiddle(found)) return 'A merge or rebase is under way here. Finish it'
  const status = await readStatus(found, view, signal)
  if (status.some((line) => !line.startsWith('??')))
    return 'There are changes that are not committed. Commit or stash them'
  try {
    await git(['read-tree', '-m', '-u', from, head.commitSha], {
      gitDir: view.gitDir,
      workTree,
      indexFile: join(found.gitDir, 'index'),
      timeoutMs: hourMs,
    })
    return undefined
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    return `Files are in the way; git says: ${error.stderr.trim().slice(0, 500)}\nMove them away`
  }
}

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

const writer = {
  GIT_COMMITTER_NAME: 'Atelier',
  GIT_COMMITTER_EMAIL: 'cli@atelier.invalid',
}

/** Sets a ref, if `from` is given only from there, with an entry in the log that `git reflog` shows. */
export const moveRef = async (
  { gitDir }: Pick<FoundRepository, 'gitDir'>,
  name: string,
  to: string,
  from: string | undefined,
  signal: AbortSignal,
): Promise<void> => {
  const argv = [
    '-c',
    'core.logAllRefUpdates=true',
    'update-ref',
    '-m',
    'atelier pull',
    name,
    to,
    ...(from ? [from] : []),
  ]
  await git(argv, { gitDir, environment: writer, signal })
}

/** Whether a repository has a commit with all that belongs to it. */
export const hasWhole = async ({ gitDir }: View, commitSha: string, signal: AbortSignal): Promise<boolean> => {
  const argv = ['rev-list', '--quiet', '--objects', commitSha, '--not', '--branches', '--tags']
  return (await git(argv, { gitDir, signal, answers: [0, 128], timeoutMs: hourMs })).exitCode === 0
}
