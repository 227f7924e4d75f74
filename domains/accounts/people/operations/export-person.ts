import { Readable } from 'node:stream'
import { record } from '../../../../platform/audit/index.ts'
import type { Visitor } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/contract/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { exportPerson } from '../contract/own-data.ts'
import { type ActRow, actPage, personRows, type PlaceRow, placeRows, workspaceRows } from '../own-data/store-export.ts'

// Each workspace has a row about the export before its first byte leaves.
export default (database: Database) =>
  handle(exportPerson, async ({ caller, traceId, now, ok }) => {
    const places = await database.identity((tx) => placeRows(tx, caller.userId))
    for (const { workspaceId } of places) {
      await database.within(workspaceId, async (tx) =>
        record(tx, {
          ...{ action: 'person.export', category: 'export', outcome: 'success', traceId },
          ...{ actor: caller.actor, source: caller.source, resource: ['person', caller.userId] },
        }),
      )
    }
    return ok(Readable.from(documentOf(database, caller, places, now)))
  })

async function* documentOf(database: Database, { userId, person }: Visitor, places: readonly PlaceRow[], now: Date) {
  const email = person!.email
  const own = await database.identity((tx) => personRows(tx, userId, email))
  yield `${JSON.stringify({ exportedAt: now, ...own }).slice(0, -1)},"workspaces":[`
  for (const [at, place] of places.entries()) {
    const held = await database.reading(place.workspaceId, (tx) => workspaceRows(tx, userId, email))
    yield `${at === 0 ? '' : ','}\n${JSON.stringify({ ...place, ...held }).slice(0, -1)},"acts":[`
    yield* actsOf(database, place.workspaceId, [userId, ...held.keys.map(({ id }) => id)])
    yield ']}'
  }
  yield ']}\n'
}

const atOnce = 500

async function* actsOf(database: Database, workspace: string, actorIds: readonly string[]) {
  let isFirst = true
  for (const actorId of actorIds) {
    let last: ActRow | undefined
    do {
      const rows: ActRow[] = await database.reading(workspace, (tx) => actPage(tx, actorId, last, atOnce))
      if (rows.length > 0) yield `${isFirst ? '' : ','}${rows.map((row) => `\n${JSON.stringify(row)}`).join(',')}`
      isFirst &&= rows.length === 0
      last = rows.length === atOnce ? rows.at(-1) : undefined
    } while (last)
  }
}
