import { validate } from 'uuid'
import type { Static } from '../../../../platform/contract/index.ts'
import { cutPage } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { parseTimeBound } from '../../../../platform/contract/timestamp.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { entityTypes, eventsShown, listEvents } from '../contract.ts'
import { positionOf } from '../follow.ts'
import { parseCursor, cursorText } from '../event-cursor.ts'
import { presentEvent } from '../present.ts'
import { countEvents, eventsNamed, eventsOfCycle, eventsOfEntity, eventsOfTrace, recentEvents } from '../store.ts'
import type { EventRow } from '../tables.ts'

const badCursor = { path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }

export default handle(listEvents, async ({ tx, caller, query, next, fail, invalid, ok }) => {
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
  /** Undefined for a cursor that is none of this selector. */
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
const selectorOf = (
  query: Static<typeof listEvents.query>,
): Selector | { readonly wrong: SelectorFault } | undefined => {
  const { cycleId, traceId, eventType, entityType, entityId } = query
  if (cycleId !== undefined) return timelineOf(cycleId)
  if (traceId !== undefined) return newestFirst((tx, page) => eventsOfTrace(tx, traceId, page))
  if (eventType !== undefined) return newestFirst((tx, page) => eventsNamed(tx, eventType, page))
  if (entityType !== undefined) {
    const wrong = wrongEntity(entityType, entityId)
    return wrong ? { wrong } : newestFirst((tx, page) => eventsOfEntity(tx, [entityType, entityId!], page))
  }
  const before = parseTimeBound(query.before, 'from')
  return query.limit === undefined && before === undefined ? undefined : feed(before)
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
    // No row is at position 0, so that of the moment itself there is none: strictly older.
    const cursorStart = cursor === undefined ? { at: before, position: 0 } : parseCursor(cursor)
    return cursorStart && recentEvents(tx, cursorStart.at, { before: cursorStart.position, limit, only })
  },
  cursor: ({ occurredAt, position }) => cursorText({ at: occurredAt.toISOString(), position }),
  count: (tx, only) => countEvents(tx, before, only),
})
