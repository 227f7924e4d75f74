import { join } from 'node:path'
import { atelier } from '../program/command.ts'
import { git, type Manifest, type ScannedHistory } from '../../../execution/repositories/index.ts'
import { failed, Failure } from '../failure.ts'
import { refuseFaults, scanCommit } from '../import/import-path.ts'
import { judgeFindings } from '../../../domains/code/imports/rules.ts'
import { removalAdvice, warnAboutSecrets, findingsText } from '../import/review.ts'
import { findsOthers, sendReviewed } from '../import/server-scan.ts'
import { writeBundle } from '../import/source.ts'
import { bringIn } from '../pull/apply-pull.ts'
import type { Head } from '../pull/receive.ts'
import { gitList } from '../repository/view.ts'
import type { ProtectedFile } from '../repository/protected-files.ts'
import type { Session } from '../session.ts'
import { counted, listed, printable } from '../terminal/text.ts'
import { inTemporaryFolder } from '../files/temporary-folder.ts'
import { withCheckoutLock } from './checkout-lock.ts'
import { keepInStep } from './keep-in-step.ts'
import { obstructed } from './obstacles.ts'
import { keepOutOfGit } from './place-protected.ts'
import { planPush } from './plan.ts'
import { syncedAfter } from './protected-plan.ts'
import { protectedPathsOf } from './protected-sides.ts'
import { protectedToPush, type PlannedProtected } from './push-protected.ts'
import { sendRevision, type SentRevision } from './send-revision.ts'
import { findCheckout, surveyCheckout, type Survey } from './survey.ts'

export interface PushOptions {
  readonly project?: string | undefined
  /** Says what would move, and moves nothing. */
  readonly dryRun?: boolean | undefined
  /** Waits while an agent is at work on the project. */
  readonly wait?: boolean | undefined
  readonly onFindings?: 'keep' | 'stop' | undefined
  /** Undefined asks the person about new ones, and takes none of them along without a person to answer. */
  readonly protect?: boolean | undefined
}

export interface PushResult {
  readonly outcome: 'pushed' | 'up_to_date' | 'would_push'
  readonly survey: Survey
  readonly commits: readonly string[]
  readonly protectedFiles: readonly string[]
  /** The new head; undefined if nothing moved. */
  readonly sent: SentRevision | undefined
}

/** The commits of a checkout become the next revision of its project. */
export const pushPath = (session: Session, path: string, options: PushOptions): Promise<PushResult> =>
  inTemporaryFolder(async (folder) => {
    session.ifInterrupted(
      `Stopped. Whether the revision arrived shows ${atelier} push, which goes on where this was; nothing here changed.`,
    )
    const found = await findCheckout(session, path)
    return withCheckoutLock(session, found, options, async () => {
      const survey = await surveyCheckout(session, { found, project: options.project, folder })
      for (const note of survey.notes) session.output.say(note)
      return pushSurveyed(session, survey, { ...options, folder })
    })
  })

type PushContext = PushOptions & { readonly folder: string; readonly planned?: PlannedProtected }

/** Pushes from a checkout that was already surveyed. */
export const pushSurveyed = async (session: Session, survey: Survey, options: PushContext): Promise<PushResult> => {
  const plan = planPush(survey.distance)
  if (plan.obstacle) {
    // The commits that the person is asked to merge have to be here.
    if (!options.dryRun) await bringIn({ ...survey, signal: session.signal })
    throw obstructed(plan.obstacle, survey)
  }
  const commits = await commitsToPush(survey, session.signal)
  const chosen = await protectedToPush(session, survey, options)
  const pushed = { survey, commits, protectedFiles: chosen.files.map(({ path }) => path) }
  if (plan.move === 'none' && chosen.files.length === 0) {
    if (!options.dryRun) await keepInStep(session, survey, survey.head, {})
    return { ...pushed, outcome: 'up_to_date', sent: undefined }
  }
  sayWhatMoves(session, pushed)
  if (options.dryRun) return { ...pushed, outcome: 'would_push', sent: undefined }
  const sent = await send(session, survey, { ...options, files: chosen.files })
  const hashes = Object.fromEntries(chosen.files.map(({ path, sha256 }) => [path, sha256]))
  await keepInStep(session, survey, sent, syncedAfter(chosen.plan, { pulled: false, pushed: hashes }))
  await keepOutOfGit(survey.found, pushed.protectedFiles)
  return { ...pushed, outcome: 'pushed', sent }
}

const shownMost = 10

/** The commits that are only here, newest first. */
const commitsToPush = ({ view, local, head }: Survey, signal: AbortSignal): Promise<string[]> =>
  gitList(['log', '-z', '--format=%h %s', `${head.commitSha}..${local}`], { gitDir: view.gitDir, signal })

type PushSummary = Pick<PushResult, 'survey' | 'commits' | 'protectedFiles'>

const sayWhatMoves = ({ output }: Session, { survey, commits, protectedFiles }: PushSummary) => {
  const { head, changed, workTree, view } = survey
  const { branch, generation } = head
  if (commits.length > 0)
    output.say(
      `${counted(commits.length, 'commit')} of ${printable(branch)} ${commits.length === 1 ? 'goes' : 'go'} to the project, on revision ${generation}: ${counted(changed.here.length, 'file')}`,
    )
  for (const commit of commits.slice(0, shownMost)) output.say(`  ${printable(commit)}`)
  if (commits.length > shownMost) output.say(`  and ${commits.length - shownMost} more`)
  if (protectedFiles.length > 0)
    output.say(`Protected files go along, encrypted: ${listed(protectedFiles.map(printable), shownMost)}`)
  if (workTree.uncommitted.length > 0)
    output.say(`Not committed, and left out: ${listed(workTree.uncommitted.map(printable))}`)
  if (view.headBranch !== branch)
    output.say(`${printable(branch)} is the project’s branch; another one is checked out.`)
}

type SendContext = PushContext & { readonly files: readonly ProtectedFile[] }

const send = async (session: Session, survey: Survey, context: SendContext) => {
  const { view, head } = survey
  const { signal } = session
  const commitSha = survey.local!
  await refuseFaults({ gitDir: view.gitDir, commitSha }, signal)
  // A pull that was made since may have moved the branch past the view's commit.
  await git(['update-ref', `refs/heads/${head.branch}`, commitSha], { gitDir: view.gitDir, signal })
  try {
    return await sendNew(session, survey, context)
  } catch (error) {
    if (!needsWholeHistory(error)) throw error
    session.output.say('The server has to see the whole history, and gets it …')
    return sendWhole(session, survey, context)
  }
}

/** Sends the commits that the project does not have, and scans only these. */
const sendNew = async (session: Session, survey: Survey, { folder, wait = false, onFindings, files }: SendContext) => {
  const { head } = survey
  const { findings = [] } = head.manifest as Partial<Manifest['manifest']>
  const manifest = await readManifest(survey, files, session.signal, { commitSha: head.commitSha, findings })
  sayFindings(session, manifest, head, onFindings)
  const bundle = await bundleBranch(session, survey, folder, await knownCommits(survey, session.signal))
  const next = { head, commitSha: survey.local!, bundle, manifest, protectedFiles: files }
  return sendRevision(session, await session.client(), next, { wait })
}

/** Writes a bundle of the project's branch, without the history of the commits in `without`. */
const bundleBranch = async (session: Session, { view, head }: Survey, folder: string, without?: readonly string[]) => {
  const bundlePath = join(folder, without ? 'push.bundle' : 'whole.bundle')
  const chosen = { refs: [`refs/heads/${head.branch}`], ...(without && { without }) }
  return { ...(await writeBundle(session, view.gitDir, bundlePath, chosen)), bundlePath }
}

/** The commits that the bundle leaves out with their history. A bundle is never empty: the last commit always goes. */
const knownCommits = async ({ view, local, head }: Survey, signal: AbortSignal): Promise<readonly string[]> => {
  if (local !== head.commitSha) return [head.commitSha]
  const { stdout } = await git(['rev-parse', `${head.commitSha}^@`], { gitDir: view.gitDir, signal })
  return stdout.toString().split('\n').filter(Boolean)
}

/** True if a server refused the omitted history: an earlier version, or a server with other scan rules. */
const needsWholeHistory = (error: unknown): boolean => {
  if (findsOthers(error)) return true
  if (!(error instanceof Failure && error.code === 'bundle_rejected')) return false
  const { fields = [] } = error.details as { readonly fields?: readonly { readonly rule: string }[] }
  return fields.some(({ rule }) => rule === 'incomplete_history')
}

const sendWhole = async (session: Session, survey: Survey, context: SendContext) => {
  const { head } = survey
  const { folder, wait = false, onFindings, files } = context
  const manifest = await readManifest(survey, files, session.signal)
  sayFindings(session, manifest, head, onFindings)
  const bundle = { ...(await bundleBranch(session, survey, folder)), branch: head.branch }
  const client = await session.client()
  const next = { head, commitSha: survey.local!, bundle, protectedFiles: files }
  return sendReviewed(session, client, bundle, {
    manifest,
    review: async (theirs) => sayFindings(session, theirs, head, onFindings),
    send: (one) => sendRevision(session, client, { ...next, manifest: one }, { wait }),
  })
}

const readManifest = (
  { view, local, head }: Survey,
  files: readonly ProtectedFile[],
  signal: AbortSignal,
  since?: ScannedHistory,
): Promise<Manifest> => {
  // The project's protected files stay protected, sent along or not.
  const reasons = new Map([...protectedPathsOf(head), ...files].map(({ path, reason }) => [path, reason]))
  const named = [...reasons].map(([path, reason]) => ({ path, reason }))
  return scanCommit(view.gitDir, local!, { protected: named, since, signal }, 'Nothing was pushed.')
}

/** The new findings of the history that need a review. */
const sayFindings = (
  { output }: Session,
  { findings }: Pick<Manifest, 'findings'>,
  head: Head,
  onFindings: PushOptions['onFindings'] = 'keep',
) => {
  const knownKeys = new Set(((head.manifest as Partial<Manifest['manifest']>).findings ?? []).map(keyOf))
  const fresh = findings.filter((finding) => !knownKeys.has(keyOf(finding)))
  if (fresh.length === 0 || (onFindings !== 'stop' && !judgeFindings(fresh).asks)) return
  const sentence = `The new commits hold ${findingsText(fresh)}.`
  if (onFindings === 'stop') {
    const message = `${sentence} Nothing was pushed. ${removalAdvice}, or push with --on-findings keep.`
    throw failed('findings_present', message, { findings: fresh })
  }
  output.say(sentence)
  warnAboutSecrets(output, fresh)
}

const keyOf = ({ path, pathBase64, line, rule, commitSha }: Manifest['manifest']['findings'][number]) =>
  JSON.stringify([path, pathBase64, line, rule, commitSha])
