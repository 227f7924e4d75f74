import { validate } from 'uuid'
import { handle } from '../../../../platform/contract/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { eventsOfTask, followEvents, positionOf } from '../../../record/events/index.ts'
import { streamTask } from '../contract.ts'
import { isTerminal, type TaskStatus } from '../rules.ts'
import { findTask } from '../store.ts'

type Read = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

export default handle(streamTask, async ({ params, workspace, lastEventId, read, signal, ok }) => {
  const task = validate(params.id) ? await read((tx) => findTask(tx, params.id)) : undefined
  if (!task) return ok(unknownTask())
  return ok(statuses(task.id, workspace, positionOf(lastEventId) ?? 0, read, signal))
})

async function* unknownTask() {
  yield { event: 'error', data: { error: 'There is no such task in this workspace.' } } as const
}

/** One frame per status change from the beginning, or from where the reader left off, until the task has ended. */
async function* statuses(taskId: string, workspace: string, after: number, read: Read, signal: AbortSignal) {
  const page = (tx: Transaction, position: number, limit: number) => eventsOfTask(tx, taskId, position, limit)
  const over = async (tx: Transaction) => isTerminal((await findTask(tx, taskId))?.status ?? 'failed')
  for await (const { position, payload, occurredAt } of followEvents({ workspace, after, signal, read, page, over })) {
    const { status } = payload as { status?: TaskStatus }
    if (status) yield { event: 'status', id: String(position), data: { taskId, status, at: occurredAt } } as const
  }
}
