import { validate } from 'uuid'
import { isAgency, type Caller } from '../../../platform/access/index.ts'
import type { Static, Action } from '../../../platform/contract/index.ts'
import { parseTimeBound, isInstant } from '../../../platform/contract/timestamp.ts'
import { cutPage } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { seatsOf } from '../../accounts/clients/index.ts'
import { grantedProjects } from '../../code/projects/index.ts'
import * as contract from './contract.ts'
import { entityTypes, eventsShown, type ActivityEvent } from './contract.ts'
import { positionOf, followEvents } from './next-page.ts'
import { accountOfEvent, levelForClients, payloadForClients } from './rules.ts'
import {
  countEvents,
  eventsNamed,
  eventsOfCycle,
  eventsOfEntity,
  eventsOfTrace,
  recentEvents,
  timelineOfProject,
  eventsAfter,
  newestPosition,
} from './store.ts'
import type { EventRow } from './tables.ts'

/** The cursor of a page in all events, which are in the order of time and then position. */
const cursorAfter = ({ occurredAt, position }: EventRow): string => `${occurredAt.toISOString()} ${position}`

/**
 * The place in such a cursor; undefined for an invalid text. Without a cursor it is behind every event older than
 * `before`: no row is at position 0.
 */
const parseCursor = (cursor: string | undefined, before = 'infinity') => {
  if (cursor === undefined) return { at: before, position: 0 }
  const [, at = '', position] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\d{1,15})$/.exec(cursor) ?? []
  return isInstant(at) ? { at, position: Number(position) } : undefined
}

const badCursor = { path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }

const listEvents = handle(contract.listEvents, async ({ tx, caller, query, next, fail, invalid, ok }) => {
  const asked = selectorOf(query) ?? fail.noSelector()
  if ('wrong' in asked) return invalid([asked.wrong])
  const limit = query.limit ?? eventsShown
  const found = (await asked.page(tx, query.cursor, limit + 1, caller.projectIds)) ?? invalid([badCursor])
  const page = cutPage(found, limit, asked.cursor)
  next(page.next, () => asked.count?.(tx, caller.projectIds))
  return ok(page.rows.map(presentEvent))
})

type ProjectFilter = readonly string[] | undefined
interface Selector {
  /** The page of a cursor; undefined for a cursor that does not belong to this selector. */
  readonly page: (
    tx: Transaction,
    cursor: string | undefined,
    limit: number,
    only: ProjectFilter,
  ) => Promise<EventRow[]> | undefined
  readonly cursor: (last: EventRow) => string
  readonly count?: (tx: Transaction, only: ProjectFilter) => Promise<number>
}
type SelectorFault = Readonly<Record<'path' | 'message' | 'rule', string>>

/** The first given selector decides; the others are not looked at. */
const selectorOf = (query: Static<typeof contract.listEvents.query>) => {
  const { cycleId, traceId, eventType, entityType, entityId } = query
  if (cycleId !== undefined) return timelineOf(cycleId)
  if (traceId !== undefined) return newestFirst((tx, page) => eventsOfTrace(tx, traceId, page))
  if (eventType !== undefined) return newestFirst((tx, page) => eventsNamed(tx, eventType, page))
  if (entityType !== undefined) {
    const wrong = wrongEntity(entityType, entityId)
    return wrong ? { wrong } : newestFirst((tx, page) => eventsOfEntity(tx, [entityType, entityId!], page))
  }
  const before = parseTimeBound(query.before, 'from')
  if (query.limit !== undefined || before !== undefined) return feed(before)
  return query.before === undefined ? undefined : { wrong: unreadableTime }
}

const unreadableTime = {
  path: 'before',
  message: 'is no ISO time, such as 2026-11-29T08:30:00Z or 2026-11-29',
  rule: 'format',
}

const wrongEntity = (type: string, id: string | undefined): SelectorFault | undefined => {
  const isKnown = (entityTypes as readonly string[]).includes(type)
  if (!isKnown) return { path: 'entityType', message: `must be one of ${entityTypes.join(', ')}`, rule: 'enum' }
  return id ? undefined : { path: 'entityId', message: 'is required with entityType', rule: 'required' }
}

const positionCursor = ({ position }: EventRow) => String(position)

/** A cycle's timeline reads from its beginning. */
const timelineOf = (cycleId: string): Selector => ({
  page: (tx, cursor = '0', limit, only) => {
    const after = positionOf(cursor)
    if (after === undefined) return undefined
    return validate(cycleId)
      ? eventsOfCycle(tx, { cycleId, reader: 'agency', limit }, after, only)
      : Promise.resolve([])
  },
  cursor: positionCursor,
})

type Page = Parameters<typeof eventsOfTrace>[2]

const newestFirst = (read: (tx: Transaction, page: Page) => Promise<EventRow[]>): Selector => ({
  page: (tx, cursor, limit, only) => {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : positionOf(cursor)
    return before === undefined ? undefined : read(tx, { before, limit, only })
  },
  cursor: positionCursor,
})

const feed = (before = 'infinity'): Selector => ({
  page: (tx, cursor, limit, only) => {
    const start = parseCursor(cursor, before)
    return start && recentEvents(tx, start.at, { before: start.position, limit, only })
  },
  cursor: cursorAfter,
  count: (tx, only) => countEvents(tx, before, only),
})

const listProjectTimeline = handle(contract.listProjectTimeline, async ({ tx, params, query, next, invalid, ok }) => {
  const { cursor, limit = eventsShown } = query
  const { at, position: before } = parseCursor(cursor) ?? invalid([badCursor])
  const rows = await timelineOfProject(tx, { projectId: params.projectId, at, before, limit: limit + 1 })
  const page = cutPage(rows, limit, cursorAfter)
  next(page.next)
  return ok(page.rows.map(presentEvent))
})

/** Streams the events of the workspace from now on, from a position on, or from the last event that the reader has. */
const streamEvents = handle(
  contract.streamEvents,
  async ({ query, workspace, caller, lastEventId, read, signal, ok }) => {
    const [newest, shared] = await read((tx) => Promise.all([newestPosition(tx), sharedWith(tx, caller)]))
    // Behind the newest there is nothing: a workspace that came out of a backup counts from an earlier one.
    const after = Math.min(positionOf(lastEventId) ?? query.after ?? newest.position, newest.position)
    const followed = followEvents({
      workspace,
      subject: 'streamEvents',
      after,
      signal,
      read,
      frame: framesOf,
      page: eventsAfter,
      over: async () => false,
    })
    return ok({
      frames: framesFor(caller, shared, followed, after),
      condition: nameOf(shared),
      holds: async (tx) => nameOf(await sharedWith(tx, caller)) === nameOf(shared),
    })
  },
)

interface Shared {
  readonly projects: Awaited<ReturnType<typeof grantedProjects>>
  /** The client accounts in which the person has a seat. */
  readonly accounts: readonly string[]
}

/** The projects and the accounts that a client follows; undefined for the agency, which follows all of them. */
const sharedWith = async (tx: Transaction, { role, userId }: Caller): Promise<Shared | undefined> => {
  if (isAgency(role)) return undefined
  const [projects, seats] = await Promise.all([grantedProjects(tx, userId), seatsOf(tx, { userId })])
  return { projects, accounts: seats.map(({ clientAccountId }) => clientAccountId) }
}

const nameOf = (shared: Shared | undefined) => {
  if (!shared) return 'all'
  const projects = shared.projects.map(({ id, isSteered }) => `${id}${isSteered ? ' steer' : ''}`)
  return [...projects, ...shared.accounts.toSorted().map((id) => `account ${id}`)].join()
}

/** The frames of an event, which are equal for all readers of a kind. */
interface EventFrames {
  readonly projectId: string | null
  readonly agency: Frame
  readonly client: Frame | undefined
  /** The level that a client needs for its frame. */
  readonly needs: 'view' | 'steer' | undefined
  /** The client account whose people get it. */
  readonly account: string | undefined
}

const framesOf = (row: EventRow): EventFrames => {
  const needs = levelForClients(row)
  const account = accountOfEvent(row)
  const isForClients = needs !== undefined || account !== undefined
  return {
    projectId: row.projectId,
    needs,
    account,
    agency: frameOf(presentEvent(row)),
    client: isForClients ? frameOf(presentEvent({ ...row, payload: payloadForClients(row) })) : undefined,
  }
}

type Frame = ReturnType<typeof frameOf>
const frameOf = (data: Static<typeof ActivityEvent>) => ({
  // Every event is recorded under the name of an action.
  event: data.eventType as Action,
  id: String(data.position),
  data,
})

async function* framesFor(
  { projectIds }: Caller,
  shared: Shared | undefined,
  followed: AsyncIterable<EventFrames>,
  after: number,
) {
  yield { event: 'ready', id: String(after), data: { position: after } } as const
  const named = projectIds && new Set(projectIds)
  const viewed = new Set(shared?.projects.map(({ id }) => id))
  const steered = new Set(shared?.projects.flatMap(({ id, isSteered }) => (isSteered ? [id] : [])))
  const held = new Set(shared?.accounts)
  const isShared = ({ needs, projectId, account }: EventFrames) =>
    account === undefined ? (needs === 'steer' ? steered : viewed).has(projectId ?? '') : held.has(account)
  for await (const one of followed) {
    const frame = shared ? one.client : one.agency
    if (frame && (!shared || isShared(one)) && (!named || named.has(one.projectId ?? ''))) yield frame
  }
}

export default () => ({ listEvents, listProjectTimeline, streamEvents })

export const presentEvent = ({ name, ...row }: EventRow): Static<typeof ActivityEvent> => ({ ...row, eventType: name })
