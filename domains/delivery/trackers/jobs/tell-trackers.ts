import { addHostComment, CodeHostFailure } from '../../../../execution/code-hosts/index.ts'
import { postToLinear, TrackerFailure } from '../../../../execution/trackers/index.ts'
import { openIfKeyed } from '../../../../platform/crypto/index.ts'
import { newest } from '../../../../platform/db/page.ts'
import type { InTransaction, Transaction } from '../../../../platform/db/transaction.ts'
import {
  eachDue,
  inWorkspaces,
  inWorkspacesOf,
  type ScheduledContext,
  type Turn,
} from '../../../../platform/jobs/index.ts'
import { retryPauseMs } from '../../../../platform/waiting/index.ts'
import { atItsName, findConnectedHead } from '../../../code/code-hosts/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { requestPage } from '../../requests/index.ts'
import { trackerKeys, type TrackerParts } from '../parts.ts'
import { issueNumber, postOfRequest, postOfStatus } from '../rules.ts'
import {
  duePosts,
  failPost,
  findPost,
  findSession,
  openSessionsIn,
  queuePost,
  settlePost,
  sessionsWithNews,
  settleTold,
} from '../store.ts'
import { findTracker } from '../store-trackers.ts'

const rowsAtOnce = 200
const failure = 'Exchange with a tracker broke off; will retry'

interface SessionPlace {
  readonly workspaceId: string
  readonly id: string
}

/** Writes progress, questions and results of cycles into the conversations that they came from. */
export const tellTrackers = async (parts: TrackerParts, context: ScheduledContext): Promise<void> => {
  const open = await parts.database.identity(openSessionsIn)
  await inWorkspaces(
    open,
    async (workspaceId, turn) => {
      const ids = await parts.database.reading(workspaceId, (tx) => sessionsWithNews(tx, rowsAtOnce))
      await eachDue(ids, (id) => noteNews(parts, { workspaceId, id }), turn, { failure })
    },
    context,
  )
  const due = await parts.database.identity((tx) => duePosts(tx, { rows: rowsAtOnce }))
  await inWorkspacesOf(due, (place, turn) => send(parts, place, turn), context, { failure })
}

const noteNews = (parts: TrackerParts, { workspaceId, id }: SessionPlace) =>
  parts.database.within(workspaceId, async (tx) => {
    const session = await findSession(tx, { id })
    if (!session) return
    const now = await tx.now()
    const cycle = session.cycleId === null ? undefined : await findCycle(tx, session.cycleId)
    if (!cycle) return settleTold(tx, { id, toldStatus: session.toldStatus, closed: true, now })
    const address = parts.linkTo(`/projects/${cycle.projectId}/cycles/${cycle.id}`)
    const { status, runNumber, failure } = cycle
    const told = { status, runNumber, toldStatus: session.toldStatus, failure: failure?.message, address }
    const post = postOfStatus(told)
    if (post) {
      await queuePost(tx, id, post, now)
      await settleTold(tx, { id, toldStatus: post.key, closed: status === 'completed', now })
    }
    const { rows } = await requestPage(tx, newest, 20, { status: 'pending', cycleId: cycle.id })
    for (const request of rows)
      if (request.requiredActor === 'agency') await queuePost(tx, id, postOfRequest(request, address), now)
  })

const send = async (parts: TrackerParts, { workspaceId, id }: SessionPlace, { signal }: Turn) => {
  const within: InTransaction = (work) => parts.database.within(workspaceId, work)
  const due = await within((tx) => dueOf(parts, tx, id))
  if (!due) return
  const failure = await write({ fetcher: parts.fetcher, within, signal }, due)
  await within(async (tx) => {
    const now = await tx.now()
    if (failure === undefined) return settlePost(tx, { id, now })
    const attempts = due.post.attempts + 1
    const pauseMs = Math.max(retryPauseMs(attempts), failure.waitMs ?? 0)
    const nextAt = new Date(now.getTime() + pauseMs)
    return failPost(tx, { id, attempts, nextAt, error: failure.message.slice(0, 1_000) })
  })
}

type DuePost = NonNullable<Awaited<ReturnType<typeof dueOf>>>
const dueOf = async ({ vault }: TrackerParts, tx: Transaction, id: string) => {
  const post = await findPost(tx, { id })
  const session = post && (await findSession(tx, { id: post.sessionId }))
  if (post?.sentAt !== null || !session) return undefined
  const row = session.trackerId === null ? undefined : await findTracker(tx, session.trackerId)
  const tracker = row && { row, keys: await openIfKeyed(() => trackerKeys.open(tx, vault, row.id, row)) }
  const connected = session.trackerId === null ? await findConnectedHead(tx, vault, session.projectId) : undefined
  return { post, session, tracker, connected }
}

const keyMissing = 'The token of the tracker cannot be opened on this server.'

/** Why it was not written, and how long the other side asks to wait; undefined if it was. */
const write = async (
  exchange: Pick<TrackerParts, 'fetcher'> & { readonly within: InTransaction; readonly signal: AbortSignal },
  { post, session, tracker, connected }: DuePost,
): Promise<{ readonly message: string; readonly waitMs?: number | undefined } | undefined> => {
  const { fetcher, signal } = exchange
  try {
    if (tracker) {
      if (!tracker.keys) return { message: keyMissing }
      const access = { baseUrl: tracker.row.baseUrl, token: tracker.keys.token }
      const entry = { id: post.id, sessionKey: session.sessionKey, kind: post.kind, body: post.body }
      await postToLinear(fetcher, access, entry, signal)
      return undefined
    }
    if (typeof connected === 'string') return { message: connected }
    const number = issueNumber(session.sessionKey)
    if (!connected || number === undefined)
      return { message: 'The tracker of this conversation is no longer connected.' }
    const comment = { kind: 'issue', number } as const
    await atItsName(exchange, connected, ({ access: host, fullName }) =>
      addHostComment({ fetcher, host, fullName, signal }, comment, post.body),
    )
    return undefined
  } catch (error) {
    const isFailure = error instanceof TrackerFailure || error instanceof CodeHostFailure
    if (!isFailure || signal.aborted) throw error
    return error
  }
}
