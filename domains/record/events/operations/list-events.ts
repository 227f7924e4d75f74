import { validate } from 'uuid'
import { pageMost, type Static } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { listEvents } from '../contract.ts'
import { presentEvent } from '../present.ts'
import { momentOf } from '../rules.ts'
import { eventsNamed, eventsOfCycle, eventsOfEntity, eventsOfTrace, recentEvents } from '../store.ts'

export default handle(listEvents, async ({ tx, caller, query, fail, invalid, ok }) => {
  if (query.entityType && !query.entityId)
    return invalid([{ path: 'entityId', message: 'is required with entityType', rule: 'required' }])
  const before = query.before === undefined ? 'infinity' : momentOf(query.before)
  if (!before) return invalid([{ path: 'before', message: 'is not a moment as in RFC 3339', rule: 'format' }])
  const rows = await select(tx, { ...query, moment: before }, caller.projectIds)
  if (!rows) return fail.noSelector()
  return ok(rows.map(presentEvent))
})

/** The first selector that is there decides; the cycle's timeline reads from its beginning. */
const select = async (
  tx: Transaction,
  query: Static<typeof listEvents.query> & { readonly moment: string },
  only: readonly string[] | undefined,
) => {
  const { cycleId, traceId, eventType, entityType, entityId, limit = pageMost } = query
  if (cycleId !== undefined) return validate(cycleId) ? eventsOfCycle(tx, cycleId, 0, limit, only) : []
  if (traceId !== undefined) return eventsOfTrace(tx, traceId, limit, only)
  if (eventType !== undefined) return eventsNamed(tx, eventType, limit, only)
  if (entityType && entityId) return eventsOfEntity(tx, [entityType, entityId], limit, only)
  if (query.limit === undefined && query.before === undefined) return undefined
  return recentEvents(tx, query.moment, query.limit ?? 100, only)
}
