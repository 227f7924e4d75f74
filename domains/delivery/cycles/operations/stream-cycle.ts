import { handle } from '../../../../platform/contract/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { eventsOfCycle, followEvents, positionOf, presentEvent } from '../../../record/events/index.ts'
import { streamCycle } from '../contract.ts'
import { isOver } from '../rules.ts'
import { findCycle } from '../store.ts'

type Read = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

export default handle(streamCycle, async ({ params, workspace, lastEventId, read, signal, ok }) =>
  ok(lifecycle(params.id, workspace, positionOf(lastEventId) ?? 0, read, signal)),
)

/** Every event of the cycle and its tasks, from the beginning or from where the reader left off, until the run is over. */
async function* lifecycle(id: string, workspace: string, after: number, read: Read, signal: AbortSignal) {
  const page = (tx: Transaction, position: number, limit: number) => eventsOfCycle(tx, id, position, limit)
  const over = async (tx: Transaction) => isOver((await findCycle(tx, id))?.status ?? 'stopped')
  for await (const row of followEvents({ workspace, after, signal, read, page, over })) {
    yield { event: 'event', id: String(row.position), data: presentEvent(row) } as const
  }
}
