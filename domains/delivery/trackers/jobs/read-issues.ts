import {
  accountOf,
  assignedIssues,
  CodeHostFailure,
  mayWriteTo,
  issueComments,
  type HostedComment,
  type HostedIssue,
  type HostPlace,
} from '../../../../execution/code-hosts/index.ts'
import type { InTransaction, Transaction } from '../../../../platform/db/transaction.ts'
import { inWorkspacesOf, openTries, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { atItsName, findConnectedHead, type ConnectedHead } from '../../../code/code-hosts/index.ts'
import { beginSession } from '../begin-session.ts'
import { issueNumber, issueSessionKey, issuesEveryMs } from '../rules.ts'
import type { TrackerParts } from '../parts.ts'
import { hasSessionOfIssue, openIssuesOf, type OpenSession } from '../store.ts'
import { dueIssues, findTrackerLink, settleIssues } from '../store-trackers.ts'
import { takeNote } from '../take-note.ts'

const rowsAtOnce = 200
const tries = openTries()

/** Makes cycles of issues that are assigned to Atelier's account at a code host, and reads the comments below them. */
export const readIssues = async (parts: TrackerParts, context: ScheduledContext): Promise<void> => {
  const due = await parts.database.identity((tx) => dueIssues(tx, { rows: rowsAtOnce }))
  await inWorkspacesOf(due, (place, { signal }) => readProject(parts, place, signal), context, {
    failure: 'Reading issues broke off; will retry',
    about: ({ projectId }) => ({ project: projectId }),
  })
}

const notConnected = 'The project is not connected to a code host.'

const readProject = async (
  parts: TrackerParts,
  { workspaceId, projectId }: { readonly workspaceId: string; readonly projectId: string },
  signal: AbortSignal,
) => {
  const within: InTransaction = (work) => parts.database.within(workspaceId, work)
  const { connected, sessions, seenAt } = await within(async (tx) => ({
    connected: await findConnectedHead(tx, parts.vault, projectId),
    sessions: await openIssuesOf(tx, { projectId }),
    seenAt: await tx.now(),
  }))
  let error = typeof connected === 'object' ? null : (connected ?? notConnected)
  // How long the host asks to wait.
  let waitMs = 0
  if (typeof connected === 'object')
    try {
      error = await atItsName({ ...parts, within, signal }, connected, (at) =>
        readAt(parts, within, { connected: at, sessions, projectId, signal }),
      )
    } catch (thrown) {
      if (!(thrown instanceof CodeHostFailure) || signal.aborted) throw thrown
      error = thrown.message.slice(0, 1_000)
      waitMs = thrown.waitMs ?? 0
    }
  const nextAt = new Date(seenAt.getTime() + Math.max(issuesEveryMs, waitMs))
  await within((tx) => settleIssues(tx, { projectId, seenAt, nextAt, error }))
}

interface ReadIssues {
  readonly connected: ConnectedHead
  readonly sessions: readonly OpenSession[]
  readonly projectId: string
  readonly signal: AbortSignal
}

/** The sentence about what could not be taken; null if everything was. */
const readAt = async (
  parts: TrackerParts,
  within: InTransaction,
  { connected, sessions, projectId, signal }: ReadIssues,
): Promise<string | null> => {
  const place = { fetcher: parts.fetcher, host: connected.access, fullName: connected.fullName, signal }
  const account = await accountOf(place.fetcher, place.host, signal)
  const notTaken: string[] = []
  const take = async (name: string, id: string, work: (tx: Transaction) => Promise<void>) => {
    const { kind } = await tries.handle(`${projectId} ${id}`, () => within(work))
    if (kind !== 'handled') notTaken.push(name)
  }
  for (const issue of await assignedIssues(place, account))
    await take(`#${issue.number}`, `issue ${issue.number}`, (tx) => begin(parts, tx, { projectId, connected, issue }))
  for (const session of sessions) {
    const number = issueNumber(session.sessionKey)
    if (number === undefined) continue
    const answers = await answersOf(place, number, { account, session }).catch((error: unknown) => {
      // One conversation that cannot be read holds up no other.
      if (!(error instanceof CodeHostFailure) || !['unreachable', 'absent'].includes(error.reason)) throw error
      notTaken.push(`the comments below #${number}`)
      return []
    })
    for (const comment of answers)
      await take(`a comment below #${number}`, `comment ${comment.id}`, (tx) =>
        takeNote(parts, tx, session, { ...comment, text: comment.body }),
      )
  }
  if (notTaken.length === 0) return null
  return `Of the issues, these could not be taken: ${notTaken.slice(0, 20).join(', ')}. The others were. Change their text, or propose the cycle by hand.`
}

const begin = async (
  parts: TrackerParts,
  tx: Transaction,
  { projectId, connected, issue }: Pick<ReadIssues, 'projectId' | 'connected'> & { readonly issue: HostedIssue },
) => {
  const link = await findTrackerLink(tx, { projectId })
  if (link?.trackerId !== null) return
  const { number, title, text, url } = issue
  const since = connected.link.connectedAt
  if (await hasSessionOfIssue(tx, { projectId, issueKey: `#${number}`, since })) return
  await beginSession(parts, tx, link, {
    sessionKey: issueSessionKey(connected.host.id, connected.fullName, number),
    issueKey: `#${number}`,
    issueTitle: title,
    issueText: text,
    issueUrl: url,
  })
}

/** The latest comments of people who may write to the repository: any visitor may comment on a public issue. */
const answersOf = async (
  place: HostPlace,
  number: number,
  { account, session }: { readonly account: string; readonly session: OpenSession },
): Promise<HostedComment[]> => {
  const found: HostedComment[] = []
  const mayWrite = new Map<string, boolean>()
  for (const comment of await issueComments(place, number)) {
    const { author, createdAt } = comment
    if (author.toLowerCase() === account.toLowerCase() || createdAt < session.createdAt) continue
    const isWriter = mayWrite.get(author) ?? (await mayWriteTo(place, author))
    mayWrite.set(author, isWriter)
    if (isWriter) found.push(comment)
  }
  return found
}
