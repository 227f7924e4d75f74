import { resolve, dirname, join } from 'node:path'
import { atelier } from '../program/command.ts'
import { projects } from '../../../domains/code/projects/contract.ts'
import { failed, unsynced, usage, type Failure } from '../failure.ts'
import { chooseProject } from '../project.ts'
import { findRepository, type FoundRepository } from '../repository/find-repository.ts'
import { openView } from '../repository/view.ts'
import type { Session } from '../session.ts'
import { fastForward } from '../sync/fast-forward.ts'
import { withCheckoutLock } from '../sync/checkout-lock.ts'
import { keepInStep } from '../sync/keep-in-step.ts'
import { obstacleText, obstructed } from '../sync/obstacles.ts'
import { placeProtected } from '../sync/place-protected.ts'
import { planPull, type Plan } from '../sync/plan.ts'
import { syncedAfter } from '../sync/protected-plan.ts'
import { namesOf, nothingProtected, planProtectedFiles, type PlannedProtected } from '../sync/push-protected.ts'
import { compareBranches, surveyCheckout, type Survey } from '../sync/survey.ts'
import { inTemporaryFolder } from '../files/temporary-folder.ts'
import { counted } from '../terminal/text.ts'
import { bringIn, moveRef } from './apply-pull.ts'
import { download, findHead, type Head, unpack, type Downloaded } from './receive.ts'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { git } from '../../../execution/repositories/index.ts'
import { writeLink, type Link } from '../repository/link.ts'

export interface PullOptions {
  readonly project?: string | undefined
  /** Says what would move, and moves nothing. */
  readonly dryRun?: boolean | undefined
  /** False leaves protected files out. */
  readonly protect?: boolean | undefined
}

export interface PullResult {
  readonly outcome: 'up_to_date' | 'fast_forwarded' | 'fetched' | 'cloned' | 'would_pull'
  readonly path: string
  readonly head: Head
  /** Files that came into the work tree. */
  readonly files: readonly string[]
  readonly protectedFiles: readonly string[]
  /** The next step for the person. */
  readonly next?: string
  /** Where local work was in the way: ends a command that is only about the pull. */
  readonly obstacle?: Failure
}

/** The newest revision of a project, in the repository at `path`, or in a new one if there is nothing. */
export const pullPath = (session: Session, path: string, options: PullOptions): Promise<PullResult> =>
  inTemporaryFolder(async (folder) => {
    session.ifInterrupted(`Stopped. Run ${atelier} pull again to get the rest.`)
    const absolute = resolve(session.cwd, path)
    if (await isFree(absolute)) return cloneInto(session, absolute, folder, options)
    const found = await findRepository(absolute)
    if (!found)
      throw failed(
        'not_a_repository',
        `${absolute} is not in a git repository. Name one, or a folder that is empty or not there yet.`,
      )
    return withCheckoutLock(session, found, options, async () => {
      const survey = await surveyCheckout(session, { found, project: options.project, folder })
      for (const note of survey.notes) session.output.say(note)
      const planned = options.protect === false ? nothingProtected : await planProtectedFiles(session, survey)
      return { path: absolute, ...(await pullSurveyed(session, survey, planned, options)) }
    })
  })

type PulledHere = Omit<PullResult, 'path'>

/** Pulls into a checkout that was already surveyed. */
export const pullSurveyed = async (
  session: Session,
  survey: Survey,
  planned: PlannedProtected,
  { dryRun = false }: PullOptions,
): Promise<PulledHere> => {
  const { head } = survey
  const plan = planPull(survey.distance, survey.workTree)
  const moving = { head, files: plan.move === 'fast_forward' ? survey.changed.there : [], protectedFiles: [] }
  if (!plan.obstacle) sayWhatComes(session, survey, plan, planned)
  if (dryRun) return wouldPull(survey, plan, planned, moving)
  await bringIn({ ...survey, signal: session.signal })
  if (plan.obstacle) {
    const next = obstacleText(plan.obstacle, survey)
    return { ...moving, outcome: 'fetched', next, obstacle: obstructed(plan.obstacle, survey) }
  }
  if (plan.move === 'fast_forward') {
    const hindrance = await fastForward(survey, session.signal)
    if (hindrance !== undefined) return hindered(moving, hindrance)
  }
  const { pull } = planned.plan
  if (pull.length > 0) await placeProtected(survey.found, pull, planned.surveyed.there)
  const hashes = syncedAfter(planned.plan, { pulled: true, pushed: {} })
  await keepInStep(session, survey, head, hashes)
  const outcome = plan.move === 'fast_forward' ? 'fast_forwarded' : 'up_to_date'
  return { ...moving, outcome, protectedFiles: pathsOf(pull) }
}

const pathsOf = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path)

const sayWhatComes = (
  { output }: Session,
  { head, distance, changed }: Survey,
  plan: Plan,
  planned: PlannedProtected,
) => {
  if (plan.move === 'fast_forward')
    output.say(
      `${counted(distance.behind, 'commit')} of ${head.branch} ${distance.behind === 1 ? 'comes' : 'come'} from the project: ${counted(changed.there.length, 'file')}`,
    )
  if (planned.plan.pull.length > 0) output.say(`Protected files come from the project: ${namesOf(planned.plan.pull)}`)
}

const wouldPull = (
  survey: Survey,
  plan: Plan,
  { plan: { pull } }: PlannedProtected,
  moving: Omit<PulledHere, 'outcome'>,
): PulledHere => {
  if (plan.obstacle) throw obstructed(plan.obstacle, survey)
  const isMoving = plan.move === 'fast_forward' || pull.length > 0
  return { ...moving, protectedFiles: pathsOf(pull), outcome: isMoving ? 'would_pull' : 'up_to_date' }
}

/** Git refused a move without a known obstacle, since something changed in between or cannot be written. */
const hindered = (moving: Omit<PulledHere, 'outcome'>, gitText: string): PulledHere => {
  const { branch } = moving.head
  const next = `Files are in the way; git says: ${gitText}\nMove them away, then: git merge --ff-only atelier/${branch}`
  return { ...moving, files: [], outcome: 'fetched', next, obstacle: unsynced('in_the_way', next) }
}

const cloneInto = async (
  session: Session,
  path: string,
  folder: string,
  { project, dryRun, protect }: PullOptions,
): Promise<PullResult> => {
  if (project === undefined)
    throw usage(`${path} is empty. Say which project to put there: ${atelier} pull ${path} --project <name or id>`)
  const client = await session.client()
  const id = await chooseProject(session, project)
  const { project: named } = await client.call(projects.getProject, { params: { id } })
  const head = await findHead(client, id)
  if (dryRun) return { path, head, files: [], protectedFiles: [], outcome: 'would_pull' }
  const downloaded = await download(session, client, head, folder)
  await clone(downloaded, path, { url: client.url, projectId: id, name: named.name }, session.signal)
  const survey = await surveyClone(session, path, downloaded.head, folder)
  const planned = protect === false ? nothingProtected : await planProtectedFiles(session, survey)
  return { path, ...(await pullSurveyed(session, survey, planned, {})), outcome: 'cloned' }
}

const surveyClone = async ({ signal }: Session, path: string, head: Head, folder: string) => {
  const found: FoundRepository = (await findRepository(path))!
  const view = await openView(found, folder, signal)
  return compareBranches({ found, view, head, synced: undefined }, signal)
}

/** Whether there is nothing at `path`, or an empty folder. */
export const isFree = async (path: string): Promise<boolean> =>
  readdir(path).then(
    (names) => names.length === 0,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )

/** Makes a repository with a work tree at `path`, whole or not at all. */
export const clone = async (downloaded: Downloaded, path: string, link: Link, signal: AbortSignal): Promise<void> => {
  const staging = `${path}.atelier-${process.pid}`
  await mkdir(dirname(path), { recursive: true })
  await mkdir(staging)
  try {
    await fill(downloaded, staging, signal)
    await writeLink((await findRepository(staging))!, link)
    await rmdir(path).catch(() => undefined)
    await rename(staging, path)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const fill = async (downloaded: Downloaded, workTree: string, signal: AbortSignal) => {
  const { branch, commitSha } = downloaded.head
  const place = { gitDir: join(workTree, '.git'), workTree, signal }
  await git(['init', '--quiet', '--template=', `--initial-branch=${branch}`], place)
  await mkdir(join(place.gitDir, 'info'), { recursive: true })
  const refs = await unpack(downloaded, place.gitDir, signal)
  for (const { name, sha } of refs.filter((ref) => ref.name !== 'HEAD'))
    await moveRef(place, name.replace(/^refs\/heads\//, 'refs/remotes/atelier/'), sha, undefined, signal)
  await moveRef(place, `refs/heads/${branch}`, commitSha, undefined, signal)
  // An hour: a large work tree takes long to write.
  await git(['read-tree', '-m', '-u', commitSha], { ...place, timeoutMs: 60 * 60_000 })
}
