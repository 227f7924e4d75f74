import { join } from 'node:path'
import { atelier } from '../command.ts'
import { git, manifestOf, ScanTimeoutError, type Manifest } from '../../../execution/repositories/index.ts'
import { failed } from '../failure.ts'
import { refuseFaults } from '../import/import-path.ts'
import { writeBundle } from '../import/source.ts'
import { bringIn, moveRef } from '../pull/apply-pull.ts'
import type { Head } from '../pull/receive.ts'
import type { Session } from '../session.ts'
import { counted, listed, printable } from '../terminal/text.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { obstructed } from './obstacles.ts'
import { planPush } from './plan.ts'
import { sendRevision, type SentRevision } from './send-revision.ts'
import { findCheckout, surveyCheckout, type Survey } from './survey.ts'
import { writeSyncState } from './sync-state.ts'

export interface PushOptions {
  readonly project?: string | undefined
  /** Says what would move, and moves nothing. */
  readonly dryRun?: boolean | undefined
  /** Waits while an agent is at work on the project. */
  readonly wait?: boolean | undefined
  readonly onFindings?: 'keep' | 'stop' | undefined
}

export interface Pushed {
  readonly outcome: 'pushed' | 'up_to_date' | 'would_push'
  readonly survey: Survey
  readonly commits: readonly string[]
  /** The new head; undefined where nothing moved. */
  readonly sent: SentRevision | undefined
}

/** The commits of a checkout become the next revision of its project. */
export const pushPath = (session: Session, path: string, options: PushOptions): Promise<Pushed> =>
  inTemporaryFolder(async (folder) => {
    session.ifInterrupted(
      `Stopped. Whether the revision arrived shows ${atelier} push, which goes on where this was; nothing here changed.`,
    )
    const found = await findCheckout(session, path)
    const survey = await surveyCheckout(session, { found, project: options.project, folder })
    for (const note of survey.notes) session.output.say(note)
    return pushSurveyed(session, survey, { ...options, folder })
  })

type Pushing = PushOptions & { readonly folder: string }

/** The same for a checkout that was looked at already. */
export const pushSurveyed = async (session: Session, survey: Survey, options: Pushing): Promise<Pushed> => {
  const plan = planPush(survey.distance)
  if (plan.obstacle) {
    // What the person is told to merge has to be here.
    if (!options.dryRun) await bringIn({ ...survey, signal: session.signal })
    throw obstructed(plan.obstacle, survey)
  }
  const commits = await commitsToPush(survey, session.signal)
  if (plan.move === 'none') {
    if (!options.dryRun) await keepInStep(session, survey, survey.head)
    return { outcome: 'up_to_date', survey, commits, sent: undefined }
  }
  sayWhatMoves(session, survey, commits)
  if (options.dryRun) return { outcome: 'would_push', survey, commits, sent: undefined }
  const sent = await send(session, survey, options)
  await keepInStep(session, survey, sent)
  return { outcome: 'pushed', survey, commits, sent }
}

const shownMost = 10

/** The commits that are here alone, newest first. */
const commitsToPush = async ({ view, local, head }: Survey, signal: AbortSignal): Promise<string[]> => {
  const argv = ['log', '-z', '--format=%h %s', `${head.commitSha}..${local}`]
  const { stdout } = await git(argv, { gitDir: view.gitDir, signal })
  return stdout
    .toString()
    .split('\0')
    .filter((line) => line !== '')
}

const sayWhatMoves = ({ output }: Session, { head, changed, workTree, view }: Survey, commits: readonly string[]) => {
  const { branch, generation } = head
  output.say(
    `${counted(commits.length, 'commit')} of ${printable(branch)} ${commits.length === 1 ? 'goes' : 'go'} to the project, on revision ${generation}: ${counted(changed.here.length, 'file')}`,
  )
  for (const commit of commits.slice(0, shownMost)) output.say(`  ${printable(commit)}`)
  if (commits.length > shownMost) output.say(`  and ${commits.length - shownMost} more`)
  if (workTree.uncommitted.length > 0)
    output.say(`Not committed, and left out: ${listed(workTree.uncommitted.map(printable))}`)
  if (view.headBranch !== branch)
    output.say(`${printable(branch)} is the project’s branch; another one is checked out.`)
}

const send = async (session: Session, survey: Survey, { folder, wait = false, onFindings }: Pushing) => {
  const { view, head } = survey
  const { signal } = session
  const commitSha = survey.local!
  await refuseFaults({ gitDir: view.gitDir, commitSha }, signal)
  const manifest = await readManifest(survey, signal)
  sayFindings(session, manifest, head, onFindings)
  const bundlePath = join(folder, 'push.bundle')
  const measured = await writeBundle(session, view.gitDir, bundlePath, [`refs/heads/${head.branch}`])
  const next = { head, commitSha, manifest, bundle: { ...measured, bundlePath }, protectedFiles: [] }
  return sendRevision(session, await session.client(), next, { wait })
}

const readManifest = async ({ view, local, head }: Survey, signal: AbortSignal): Promise<Manifest> => {
  const { protected: named = [] } = head.manifest as Partial<Manifest['manifest']>
  try {
    return await manifestOf(view.gitDir, local!, { protected: named, signal })
  } catch (error) {
    if (!(error instanceof ScanTimeoutError)) throw error
    throw failed('scan_timeout', `${error.message} Nothing was pushed.`)
  }
}

/** Secrets in the history that the project did not have before. */
const sayFindings = (
  { output }: Session,
  { manifest }: Manifest,
  head: Head,
  onFindings: PushOptions['onFindings'] = 'keep',
) => {
  const known = new Set(((head.manifest as Partial<Manifest['manifest']>).findings ?? []).map(keyOf))
  const fresh = manifest.findings.filter((finding) => !known.has(keyOf(finding)))
  if (fresh.length === 0) return
  const where = fresh.map(({ path, pathBase64, line, rule }) => `${printable(path ?? pathBase64)}:${line} (${rule})`)
  const said = `The new commits hold ${counted(fresh.length, 'secret')}: ${listed(where)}.`
  if (onFindings === 'stop')
    throw failed(
      'findings_present',
      `${said} Nothing was pushed. Take them out of the history and make them invalid, or push with --on-findings keep.`,
      { findings: fresh },
    )
  output.say(`${said} Whoever may read the project can read them; make them invalid.`)
}

const keyOf = ({ path, pathBase64, line, rule, commitSha }: Manifest['manifest']['findings'][number]) =>
  JSON.stringify([path, pathBase64, line, rule, commitSha])

/** Remembers what both sides have, beside the index, and shows it to git as `atelier/<branch>`. */
const keepInStep = async (
  session: Session,
  { found, head, synced }: Survey,
  { revisionId, generation, commitSha }: Pick<Head, 'revisionId' | 'generation' | 'commitSha'>,
) => {
  const { url } = await session.client()
  const { projectId, branch } = head
  const { protectedFiles = {} } = synced ?? {}
  await moveRef(found, `refs/remotes/atelier/${branch}`, commitSha, undefined, session.signal)
  await writeSyncState(found, { url, projectId, revisionId, generation, branch, commitSha, protectedFiles })
}
