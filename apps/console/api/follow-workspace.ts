import { RefusedError } from '../../../platform/client/index.ts'
import { subjectOf } from '../../../platform/contract/staleness.ts'
import { streamEvents } from '../../../domains/record/events/contract.ts'
import { open } from './client.ts'
import { coalesce } from './coalesce.ts'
import { connection } from './connection.ts'
import { live, type WorkspaceEvent, type StreamUpdate } from './live.ts'
import { queries, announceSessionEnd } from './queries.ts'
import { readAgainOnceDrawn } from './read-again.ts'
import { isStale } from './stale.ts'
import { chosenWorkspace, type Me } from './workspace.ts'

interface FollowedStream {
  /** Tabs of a browser that follow the same stream use the same name. */
  readonly name: string
  readonly headers?: Readonly<Record<string, string>>
  /** A client's shared things may have changed when their stream is back. */
  readonly isShared?: boolean
}

let followed: { readonly name: string; readonly leaving: AbortController } | undefined

/** Follows the workspace of this tab from now on, and reads again what its events concern. A second call changes nothing. */
export const followWorkspace = (me: Me): void => {
  const workspace = chosenWorkspace(me)
  followOnly(workspace && { name: `atelier ${me.id} ${workspace.id}` })
}

/** Follows the events that an agency shares with a client. */
export const followPortal = (me: Me, workspaceId: string): void =>
  followOnly({
    name: `atelier portal ${me.id} ${workspaceId}`,
    isShared: true,
    headers: { 'x-organization-id': workspaceId, 'x-client-portal': workspaceId },
  })

const followOnly = (one: FollowedStream | undefined) => {
  if (one?.name === followed?.name) return
  followed?.leaving.abort()
  followed = one && { name: one.name, leaving: new AbortController() }
  if (one && followed) void followAs(one, followed.leaving.signal)
}

const followAs = async ({ name, headers, isShared = false }: FollowedStream, signal: AbortSignal) => {
  const drawn = readAgainOnceDrawn(queries, signal)
  const openBehind = (last: string) => open(streamEvents, {}, { ...headers, ...(last && { 'last-event-id': last }) })
  try {
    await live({ name, signal, tell: (news) => tell(news, isShared, drawn.begin), open: openBehind })
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    drawn.forget()
    connection.isBack()
    // Pages report other errors themselves.
    if (error.status !== 401) return
    // A person may sign in again on this page.
    followed = undefined
    announceSessionEnd()
  }
}

let wasLost = false

const tell = (news: StreamUpdate, isShared: boolean, begin: () => void) => {
  switch (news.is) {
    case 'lost':
      wasLost = true
      connection.isLost()
      break
    case 'back':
      connection.isBack()
      if (wasLost && isShared) void queries.invalidateQueries()
      wasLost = false
      break
    case 'begun':
      begin()
      break
    case 'event':
      readAgainAfter(news.happening)
  }
}

const isStaleBy = (query: Parameters<typeof isStale>[0], event: WorkspaceEvent) =>
  isStale(query, subjectOf(event.eventType), event)

/** Reads again the data that an event makes stale, each operation separately: a slow answer keeps no other waiting. */
const readAgainAfter = (event: WorkspaceEvent) => {
  const stale = queries.getQueryCache().findAll({ predicate: (query) => isStaleBy(query, event) })
  for (const id of new Set(stale.map(({ queryKey }) => queryKey[0]))) {
    const refresher = refreshers.get(id) ?? refresherOf(id)
    refreshers.set(id, refresher)
    refresher(event)
  }
}
const refreshers = new Map<unknown, (event: WorkspaceEvent) => void>()

const refresherOf = (id: unknown) => {
  let events: WorkspaceEvent[] = []
  const ask = coalesce(() => {
    const now = events
    events = []
    const isConcerned = (query: Parameters<typeof isStale>[0]) => now.some((event) => isStaleBy(query, event))
    return queries.invalidateQueries({ queryKey: [id], predicate: isConcerned })
  })
  return (event: WorkspaceEvent) => {
    events.push(event)
    ask()
  }
}
