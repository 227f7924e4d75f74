import { setTimeout } from 'node:timers/promises'
import {
  accountOf,
  addHostComment,
  closePullRequest,
  CodeHostFailure,
  openPullRequest,
  pushBranch,
  readChecks,
  readComments,
  readPullRequest,
  type HostedComment,
  type HostedPullRequest,
  type HostPlace,
} from '../../../execution/code-hosts/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Turn } from '../../../platform/jobs/index.ts'
import type { RevisionRow } from '../revisions/index.ts'
import { atItsName, findConnectedHead, keyMissing, type ConnectedHead } from './connected-head.ts'
import { mergeDoubt } from './merge-doubt.ts'
import type { SyncParts } from './parts.ts'
import { pauseAfter } from './make-hook.ts'
import { commentHeading, commentMarker, isEnded, lookAtDoubtMs, lookEveryMs, mergeSettlesMs } from './rules.ts'
import {
  changePullRequest,
  failPullRequest,
  findPullRequest,
  recordReadComment,
  lockPullRequest,
  settleSent,
  unsentComments,
} from './store-pull-requests.ts'
import type { PullRequestCommentRow, PullRequestRow } from './tables.ts'
import { fetchHostHead } from './fetch-host-head.ts'
import { byServer, record } from '../../../platform/audit/index.ts'

interface Due {
  readonly row: PullRequestRow
  readonly connected: ConnectedHead | string | undefined
  readonly unsent: readonly PullRequestCommentRow[]
  readonly seenAt: Date
}

/** The state of a pull request at the host, and the words that were exchanged there. */
interface Look extends Pick<PullRequestRow, 'state' | 'checks' | 'number' | 'url' | 'revisionId' | 'headSha'> {
  /** Why the merge that the host reports does not count. */
  readonly doubt: string | null
  /** Why the checks or the comments were not read. */
  readonly error: string | null
  readonly comments: readonly HostedComment[]
  readonly sent: readonly string[]
}

/** Updates a pull request by its state at the host, whatever webhooks came, and wakes the run that waits for it. */
export const syncPullRequest = async (
  parts: SyncParts,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  context: Turn,
): Promise<void> => {
  const within = <T>(work: (tx: Transaction) => Promise<T>) => parts.database.within(workspaceId, work)
  const due = await within((tx) => dueOf(parts, tx, id))
  if (!due) return
  try {
    const { connected } = due
    const at = { fetcher: parts.fetcher, within, signal: context.signal }
    const found =
      typeof connected === 'object'
        ? await atItsName(at, connected, (named) => look(parts, workspaceId, { ...due, connected: named }, at.signal))
        : await look(parts, workspaceId, due, at.signal)
    await within((tx) => settle(parts, tx, due, found))
  } catch (error) {
    if (!(error instanceof CodeHostFailure) || context.signal.aborted) throw error
    await within((tx) => fail(tx, due, error))
  }
}

const dueOf = async ({ vault }: SyncParts, tx: Transaction, id: string): Promise<Due | undefined> => {
  const row = await findPullRequest(tx, { id })
  if (!row || isEnded(row.state)) return undefined
  const connected = await findConnectedHead(tx, vault, row.projectId)
  return { row, connected, unsent: await unsentComments(tx, { pullRequestId: id }), seenAt: await tx.now() }
}

const look = async (parts: SyncParts, workspaceId: string, due: Due, signal: AbortSignal): Promise<Look> => {
  const { row, connected } = due
  const same: Look = { ...row, error: null, comments: [], sent: [] }
  if (connected === undefined) return { ...same, state: 'closed' }
  if (typeof connected === 'string') throw new CodeHostFailure('token', keyMissing)
  const place: HostPlace = { fetcher: parts.fetcher, host: connected.access, fullName: connected.fullName, signal }
  if (row.state === 'waiting') return row.withdrawnAt ? { ...same, state: 'closed' } : open(parts, place, row, same)
  const hosted = await readPullRequest(place, row.number!)
  const seen = await lookAt(place, due, hosted, same)
  if (seen.state !== 'merged') return seen
  const taken = await takeMerge(parts, { workspaceId, connected, row, hosted, signal })
  if (typeof taken === 'object') return { ...seen, state: 'taken', revisionId: taken.id, doubt: null }
  return { ...seen, state: row.withdrawnAt ? 'closed' : 'merged', doubt: taken.slice(0, 1_000) }
}

/** The head of the project with the merge, or why the merge does not count. */
const takeMerge = async (
  parts: SyncParts,
  merged: Omit<Parameters<typeof mergeDoubt>[1], 'target'>,
  isRepeat = false,
): Promise<RevisionRow | string> => {
  const { workspaceId, connected, row, signal } = merged
  try {
    const head = await fetchHostHead(parts, { workspaceId, connected, cycleId: row.cycleId, signal })
    const doubt = row.acceptedAt ? undefined : await mergeDoubt(parts, { ...merged, target: head.commitSha })
    if (doubt === undefined) return head
    if (isRepeat || row.doubt !== null) return doubt
  } catch (error) {
    if (error instanceof CodeHostFailure && error.reason === 'refused') return error.message
    throw error
  }
  await setTimeout(mergeSettlesMs, undefined, { signal })
  return takeMerge(parts, merged, true)
}

const open = async (parts: SyncParts, place: HostPlace, row: PullRequestRow, same: Look): Promise<Look> => {
  const { repositoryId, branch, targetBranch, commitSha, title, projectId, cycleId } = row
  const pushed = { host: place.host, fullName: place.fullName, repositoryId, branch, commitSha, signal: place.signal }
  await pushBranch(parts, { ...pushed, base: targetBranch, isFirst: false })
  const address = parts.linkTo(`/projects/${projectId}/cycles/${cycleId}`)
  const body = `${row.body}\n\n---\nMade by a cycle of Atelier: ${address}`
  const { number, url } = await openPullRequest(place, { branch, commitSha, targetBranch, title, body })
  return { ...same, state: 'open', number, url, headSha: commitSha }
}

/** The state counts first. Checks or comments that cannot be read leave it unchanged, with the reason. */
const lookAt = async (place: HostPlace, due: Due, hosted: HostedPullRequest, same: Look): Promise<Look> => {
  const { row } = due
  const isWithdrawn = row.withdrawnAt !== null && hosted.state === 'open'
  if (isWithdrawn) await closePullRequest(place, row.number!)
  const headSha = hosted.headSha ?? row.headSha
  const storedChecks = headSha === row.headSha ? row.checks : 'pending'
  const errors: string[] = []
  const readOrNote = async <T>(reading: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await reading
    } catch (error) {
      if (!(error instanceof CodeHostFailure) || place.signal.aborted) throw error
      errors.push(error.message)
      return otherwise
    }
  }
  const checks = await readOrNote(readChecks(place, headSha ?? row.commitSha), storedChecks)
  const exchanged = await readOrNote(exchangeComments(place, due), { comments: [], sent: [] })
  const error = errors.length === 0 ? null : errors.join(' ').slice(0, 1_000)
  return {
    ...same,
    state: isWithdrawn ? 'closed' : hosted.state,
    checks,
    url: hosted.url,
    headSha,
    error,
    ...exchanged,
  }
}

const exchangeComments = async (place: HostPlace, { row, unsent }: Due): Promise<Pick<Look, 'comments' | 'sent'>> => {
  const comments = await readComments(place, row.number!)
  const account = (await accountOf(place.fetcher, place.host, place.signal)).toLowerCase()
  const sent = await send(place, row.number!, unsent, comments)
  return { comments: comments.filter(({ author }) => author.toLowerCase() !== account), sent }
}

/** Writes the words of the agency at the host, each once: an existing one is not written again. */
const send = async (
  place: HostPlace,
  number: number,
  unsent: readonly PullRequestCommentRow[],
  there: readonly HostedComment[],
): Promise<readonly string[]> => {
  for (const { commentId, body } of unsent) {
    const marker = commentMarker(commentId)
    if (there.some((one) => one.body.includes(marker))) continue
    // In front, since a long comment is read without its end.
    await addHostComment(place, { kind: 'pull_request', number }, `${marker}\n\n${body}`)
  }
  return unsent.map(({ commentId }) => commentId)
}

const settle = async (parts: SyncParts, tx: Transaction, { row, seenAt }: Due, found: Look) => {
  const before = await lockPullRequest(tx, { id: row.id })
  if (before?.state !== row.state) return
  const now = await tx.now()
  const { state: to, checks, number, url, revisionId, headSha, doubt, error } = found
  const pauseMs = doubt === null ? lookEveryMs : lookAtDoubtMs
  const nextAttemptAt = isEnded(to) ? null : new Date(now.getTime() + pauseMs)
  const moved = { checks, number, url, revisionId, headSha, doubt, error, nextAttemptAt, seenAt, now }
  if (!(await changePullRequest(tx, { id: row.id, from: row.state, to, ...moved }))) return
  await settleSent(tx, { pullRequestId: row.id, commentIds: found.sent, now })
  for (const comment of found.comments) await takeComment(parts, tx, row, comment)
  const isNews = to !== row.state || checks !== row.checks || (doubt !== null && row.acceptedAt !== null)
  if (!isNews) return
  recordPullRequest(tx, row, found)
  await parts.engine.wake(tx, row.runId)
}

const takeComment = async (parts: SyncParts, tx: Transaction, row: PullRequestRow, comment: HostedComment) => {
  const now = await tx.now()
  if (!(await recordReadComment(tx, { pullRequestId: row.id, commentId: comment.id, now }))) return
  const { projectId, cycleId, number } = row
  const text = `${commentHeading(comment, number!)}\n\n${comment.body}`
  await parts.everyDomain.addHostComment(tx, { projectId, cycleId, text, source: 'codehost', now })
}

const fail = async (tx: Transaction, { row }: Due, error: CodeHostFailure) => {
  const attempts = row.attempts + 1
  const nextAttemptAt = new Date((await tx.now()).getTime() + pauseAfter(error, attempts))
  await failPullRequest(tx, { id: row.id, attempts, nextAttemptAt, error: error.message.slice(0, 1_000) })
}

const eventNames = {
  open: 'opened',
  merged: 'merged',
  taken: 'merged',
  closed: 'closed',
  waiting: 'requested',
} as const

/** Records that a pull request came to another state, or its checks to another result. */
const recordPullRequest = (tx: Transaction, row: PullRequestRow, { state, checks, number, url, revisionId }: Look) => {
  const details = { cycleId: row.cycleId, number, url, state, checks, ...(revisionId && { revisionId }) }
  record(
    tx,
    {
      action: 'pull_request.change',
      category: 'update',
      outcome: 'success',
      actor: byServer.actor,
      source: state === 'open' && row.state === 'waiting' ? 'system' : 'codehost',
      resource: ['pull_request', row.id],
      parent: ['project', row.projectId],
      details: { ...details, before: { state: row.state, checks: row.checks } },
    },
    {
      name: state === row.state ? `pull_request.checks_${checks}` : `pull_request.${eventNames[state]}`,
      entity: ['pull_request', row.id],
      projectId: row.projectId,
      cycleId: row.cycleId,
      payload: details,
    },
  )
}
