import { cutPage } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { eventsShown, listProjectTimeline } from '../contract.ts'
import { cursorText, parseCursor } from '../event-cursor.ts'
import { presentEvent } from '../present.ts'
import { timelineOfProject } from '../store.ts'

const badCursor = { path: 'cursor', message: 'is not a cursor of this list', rule: 'cursor' }

export default handle(listProjectTimeline, async ({ tx, params, query, next, invalid, ok }) => {
  const start = query.cursor === undefined ? { at: 'infinity', position: 0 } : parseCursor(query.cursor)
  if (!start) return invalid([badCursor])
  const limit = query.limit ?? eventsShown
  const { projectId } = params
  const rows = await timelineOfProject(tx, { projectId, at: start.at, before: start.position, limit: limit + 1 })
  const page = cutPage(rows, limit, ({ occurredAt, position }) =>
    cursorText({ at: occurredAt.toISOString(), position }),
  )
  next(page.next)
  return ok(page.rows.map(presentEvent))
})
