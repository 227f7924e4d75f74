import { lstat, readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { emptyTree, git } from '../../../execution/repositories/index.ts'
import type { Client } from '../client/client.ts'
import { failed } from '../failure.ts'
import { chooseProject } from '../project.ts'
import { download, findHead, unpack, type Head } from '../pull/receive.ts'
import { findRepository, type FoundRepository } from '../repository/find-repository.ts'
import { gitList, openView, readStatus, type View } from '../repository/view.ts'
import type { Session } from '../session.ts'
import type { Distance, WorkTree } from './plan.ts'
import { readSyncState, type SyncState } from './sync-state.ts'

/** A checkout compared with the head of its project. Taking it changes nothing in the checkout. */
export interface Survey {
  readonly found: FoundRepository
  /** A git folder for this command, which has the commits of both sides. */
  readonly view: View
  readonly head: Head
  /** The commit of the local branch. */
  readonly local: string | undefined
  readonly distance: Distance
  readonly workTree: WorkTree
  /** Paths that changed since the last common commit, on each side. */
  readonly changed: { readonly here: readonly string[]; readonly there: readonly string[] }
  /** The last common state. */
  readonly synced: SyncState | undefined
  readonly notes: readonly string[]
}

export const findCheckout = async (session: Session, path: string): Promise<FoundRepository> => {
  const absolute = resolve(session.cwd, path)
  const found = await findRepository(absolute).catch(() => undefined)
  if (found) return found
  throw failed('not_a_repository', `${absolute} is not in a git repository. Name a folder that is.`)
}

interface SurveyInput {
  readonly found: FoundRepository
  readonly project: string | undefined
  /** Folder for temporary files. */
  readonly folder: string
}

/** Compares a checkout with its project, whose new commits are downloaded into a temporary folder. */
export const surveyCheckout = async (session: Session, { found, project, folder }: SurveyInput): Promise<Survey> => {
  const { signal } = session
  const client = await session.client()
  const projectId = await chooseProject(session, project, found.workTree ?? found.commonDir)
  const view = await openView(found, folder, signal)
  const head = await fetchHead(session, client, view, { projectId, folder })
  const synced = await readSyncState(found, { url: client.url, projectId })
  return compareBranches({ found, view, head, synced }, signal)
}

/** Compares a head's branch with the local branch. The view must have the commits of both. */
export const compareBranches = async (
  { found, view, head, synced }: Pick<Survey, 'found' | 'view' | 'head' | 'synced'>,
  signal: AbortSignal,
): Promise<Survey> => {
  const local = view.branches.get(head.branch)
  const changed = await changesOf(view, local, head.commitSha, signal)
  const sides = { found, view, head, local, synced }
  return {
    ...sides,
    changed,
    distance: await distanceOf(view, local, head.commitSha, signal),
    workTree: await readWorkTree(found, view, { branch: head.branch, local, changedThere: changed.there }, signal),
    notes: await describeRewrites(sides, signal),
  }
}

const fetchHead = async (
  session: Session,
  client: Client,
  view: View,
  { projectId, folder }: { readonly projectId: string; readonly folder: string },
): Promise<Head> => {
  const head = await findHead(client, projectId)
  if (await hasAllObjects(view, head.commitSha, session.signal)) return head
  const downloaded = await download(session, client, head, folder)
  await unpack(downloaded, view.gitDir, session.signal)
  return downloaded.head
}

const distanceOf = async ({ gitDir }: View, local: string | undefined, remote: string, signal: AbortSignal) => {
  // Without a local branch, nothing can be compared.
  if (local === undefined) return { ahead: undefined, behind: 0 }
  const argv = ['rev-list', '--left-right', '--count', `${local}...${remote}`]
  const [ahead, behind] = (await git(argv, { gitDir, signal })).stdout.toString().trim().split('\t').map(Number)
  return { ahead: ahead!, behind: behind! }
}

const changesOf = async (view: View, local: string | undefined, remote: string, signal: AbortSignal) => {
  if (local === undefined || local === remote) return { here: [], there: [] }
  const { gitDir } = view
  const mergeBase = await git(['merge-base', local, remote], { gitDir, signal, exitCodes: [0, 1] })
  // Two histories without a common commit differ in every file.
  const base = mergeBase.stdout.toString().split('\n')[0]! || emptyTree
  const argv = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', base]
  const changed = (to: string) => gitList([...argv, to], { gitDir, signal, maxOutputBytes })
  return { here: await changed(local), there: await changed(remote) }
}

const maxOutputBytes = 512 * 1024 * 1024

interface Branch {
  readonly branch: string
  readonly local: string | undefined
  /** Paths that changed in the project. */
  readonly changedThere: readonly string[]
}

const readWorkTree = async (
  found: FoundRepository,
  view: View,
  { branch, local, changedThere }: Branch,
  signal: AbortSignal,
): Promise<WorkTree> => {
  const places = await checkoutsOf(found, branch)
  const isHere = found.workTree !== undefined && places.includes(found.gitDir)
  const isElsewhere = places.some((gitDir) => gitDir !== found.gitDir)
  const status = isHere ? await readStatus(found, view, signal) : []
  return {
    // Another work tree wins, since git moves no branch that is checked out there.
    checkout: isElsewhere ? 'elsewhere' : isHere ? 'here' : 'nowhere',
    isUnfinished: isHere && (await isUnfinished(found)),
    // A line is two letters of state, a blank and the path; `??` is untracked.
    uncommitted: status.filter((line) => !line.startsWith('??')).map((line) => line.slice(3)),
    inTheWay: isHere && local ? await blockingPaths(found.workTree, view, { local, changedThere }, signal) : [],
  }
}

/** Returns untracked entries that block a project's path: the path itself, or a file in the place of its folder. */
const blockingPaths = async (
  workTree: string,
  { gitDir }: View,
  { local, changedThere }: { readonly local: string; readonly changedThere: readonly string[] },
  signal: AbortSignal,
): Promise<string[]> => {
  const argv = ['ls-tree', '-r', '-z', '--name-only', local]
  const tracked = new Set(await gitList(argv, { gitDir, signal, maxOutputBytes }))
  const blocking = new Set<string>()
  for (const path of changedThere.filter((one) => !tracked.has(one))) {
    const parts = path.split('/')
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const part = parts.slice(0, depth).join('/')
      const entry = await lstat(join(workTree, part)).catch(() => undefined)
      if (!entry) break
      // Git itself replaces tracked paths; in another folder, the next part decides.
      if (tracked.has(part) || (entry.isDirectory() && depth < parts.length)) continue
      if (!entry.isDirectory() || !hasTrackedBelow(tracked, part)) blocking.add(part)
    }
  }
  return [...blocking]
}

const hasTrackedBelow = (tracked: ReadonlySet<string>, folder: string) =>
  [...tracked].some((path) => path.startsWith(`${folder}/`))

/** Notes about sides that no longer have the last common commit. They hold nothing up: a rewrite loses no work. */
const describeRewrites = async (
  { view, head, local, synced }: Pick<Survey, 'view' | 'head' | 'local' | 'synced'>,
  signal: AbortSignal,
): Promise<string[]> => {
  if (synced?.branch !== head.branch) return []
  const contains = async (commitSha: string) => {
    const argv = ['merge-base', '--is-ancestor', synced.commitSha, commitSha]
    return (await git(argv, { gitDir: view.gitDir, signal, exitCodes: [0, 1, 128] })).exitCode === 0
  }
  const commit = synced.commitSha.slice(0, 12)
  const rewritten =
    local !== undefined && !(await contains(local))
      ? [`${head.branch} here no longer contains commit ${commit}, which it had at the last sync.`]
      : []
  const rewound = (await contains(head.commitSha))
    ? []
    : [`The project no longer contains commit ${commit}, its revision ${synced.generation} at the last sync.`]
  return [...rewritten, ...rewound]
}

/** The git folders of the work trees in which a branch is checked out. */
const checkoutsOf = async ({ gitDir, commonDir }: FoundRepository, branch: string): Promise<string[]> => {
  const linked = await readdir(join(commonDir, 'worktrees')).catch(() => [])
  const all = new Set([gitDir, commonDir, ...linked.map((name) => join(commonDir, 'worktrees', name))])
  const heads = await Promise.all([...all].map(async (place) => [place, await textOf(join(place, 'HEAD'))] as const))
  return heads.filter(([, text]) => text.trim() === `ref: refs/heads/${branch}`).map(([place]) => place)
}

const textOf = (path: string) => readFile(path, 'utf8').catch(() => '')

/** True during a merge, cherry-pick, revert or rebase. */
const isUnfinished = async ({ gitDir }: FoundRepository) => {
  const names = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply']
  const entries = await Promise.all(names.map((name) => stat(join(gitDir, name)).catch(() => undefined)))
  return entries.some((entry) => entry !== undefined)
}

/** True if a repository has a commit with all its objects. Branches and tags count as complete. */
const hasAllObjects = async ({ gitDir }: View, commitSha: string, signal: AbortSignal): Promise<boolean> => {
  const argv = ['rev-list', '--quiet', '--objects', commitSha, '--not', '--branches', '--tags']
  // Exit code 128 is a missing commit. An hour, since a large repository takes long to read.
  return (await git(argv, { gitDir, signal, exitCodes: [0, 128], timeoutMs: 60 * 60_000 })).exitCode === 0
}
