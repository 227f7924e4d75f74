import { ChatFailure, postToChat, type ChatMessage } from '../../../../execution/chat/post.ts'
import { openIfKeyed } from '../../../../platform/crypto/index.ts'
import type { InTransaction, Transaction } from '../../../../platform/db/transaction.ts'
import { inWorkspacesOf, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { retryPauseMs } from '../../../../platform/waiting/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { eventsAfter, type EventRow } from '../../../record/events/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { countUnshown, findRequest } from '../../requests/index.ts'
import { channelAddress, type ChatParts } from '../handlers.ts'
import { isTold, messageOf } from '../rules.ts'
import { advanceChannel, dueChannels, failChannel, findChatChannel } from '../store.ts'
import type { ChatChannelRow } from '../tables.ts'

const rowsAtOnce = 200
const eventsAtOnce = 100

/** Sends channels the events since their last message. A message is sent again where its end was not recorded. */
export const tellChannels = async (parts: ChatParts, context: ScheduledContext): Promise<void> => {
  const due = await parts.database.identity((tx) => dueChannels(tx, { rows: rowsAtOnce }))
  const failure = 'Message to a chat channel broke off; will retry'
  await inWorkspacesOf(due, (place, { signal }) => tellChannel(parts, place, signal), context, { failure })
}

const tellChannel = async (
  parts: ChatParts,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  signal: AbortSignal,
) => {
  const within: InTransaction = (work) => parts.database.within(workspaceId, work)
  const news = await within((tx) => newsFor(parts, tx, id))
  if (!news) return
  const { row, url, events } = news
  let { position } = row
  for (const event of events) {
    const error = event.message && (await post(parts, { kind: row.kind, url }, event.message, signal))
    if (error !== undefined) return within((tx) => fail(tx, row, position, error))
    position = event.position
    if (event.message) await within((tx) => advanceChannel(tx, { id, position }))
  }
  return within((tx) => advanceChannel(tx, { id, position }))
}

const newsFor = async (parts: ChatParts, tx: Transaction, id: string) => {
  const row = await findChatChannel(tx, id)
  if (!row) return undefined
  const events = []
  for (const event of await eventsAfter(tx, row.position, eventsAtOnce))
    events.push({ position: event.position, message: await messageFor(parts, tx, event) })
  return { row, url: await openIfKeyed(() => channelAddress.open(tx, parts.vault, row.id, row)), events }
}

const messageFor = async (
  { linkTo }: ChatParts,
  tx: Transaction,
  { name, cycleId, entityId, payload }: EventRow,
): Promise<ChatMessage | undefined> => {
  // A question to a client is the client's: the agency's channel gets the agency's decisions.
  if (!isTold(name) || cycleId === null || payload.requiredActor === 'client') return undefined
  const cycle = await findCycle(tx, cycleId)
  const project = cycle && (await findProject(tx, cycle.projectId))
  if (!cycle || !project) return undefined
  const address = linkTo(`/projects/${project.id}/cycles/${cycle.id}`)
  const request = name === 'pending_request.created' ? await findRequest(tx, { id: entityId }) : undefined
  const unshown = countUnshown(request?.reasons ?? [])
  return messageOf(name, { handle: cycle.handle, title: cycle.title, projectName: project.name, address, unshown })
}

/** Why the channel did not take it, as a sentence; undefined if it did. */
const post = async (
  { fetcher }: ChatParts,
  { kind, url }: Pick<ChatChannelRow, 'kind'> & { readonly url: string | undefined },
  message: ChatMessage,
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (url === undefined) return 'The address of the channel cannot be opened on this server.'
  try {
    await postToChat(fetcher, { kind, url }, message, signal)
    return undefined
  } catch (error) {
    if (!(error instanceof ChatFailure) || signal.aborted) throw error
    return error.message
  }
}

const fail = async (tx: Transaction, { id, attempts: before }: ChatChannelRow, position: number, error: string) => {
  const attempts = before + 1
  const nextAttemptAt = new Date((await tx.now()).getTime() + retryPauseMs(attempts))
  await advanceChannel(tx, { id, position })
  await failChannel(tx, { id, attempts, nextAttemptAt, error })
}
