import type { Action } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { eventsOfCycle, followEvents, positionOf, readerOf, type EventRow } from '../../../record/events/index.ts'
import { streamCycle } from '../contract.ts'
import { presentEventTo } from '../present-event.ts'
import { isOver } from '../rules.ts'
import { findCycle } from '../store.ts'

/** Every event of the cycle and its tasks, from the beginning or from where the reader left off, until the run is over. */
export default handle(streamCycle, async ({ params: { id }, workspace, caller, lastEventId, read, signal, ok }) => {
  const reader = readerOf(caller)
  return ok(
    followEvents({
      workspace,
      subject: `streamCycle ${id} ${reader}`,
      after: positionOf(lastEventId) ?? 0,
      signal,
      read,
      frame: (row: EventRow) => frame(presentEventTo(caller)(row)),
      page: (tx, position, limit) => eventsOfCycle(tx, { cycleId: id, reader, limit }, position),
      over: async (tx) => isOver((await findCycle(tx, id))?.status ?? 'stopped'),
    }),
  )
})

const frame = (data: ReturnType<ReturnType<typeof presentEventTo>>) => ({
  // Every event is recorded under the name of an action.
  event: data.eventType as Action,
  id: String(data.position),
  data,
})
