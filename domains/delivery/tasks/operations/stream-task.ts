import { validate } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { eventsOfTask, followEvents, positionOf, type EventRow } from '../../../record/events/index.ts'
import { streamTask } from '../contract.ts'
import { isTerminal, type TaskStatus } from '../rules.ts'
import { findTask } from '../store.ts'

/** One frame per status change from the beginning, or from where the reader left off, until the task has ended. */
export default handle(streamTask, async ({ params, workspace, lastEventId, read, signal, ok }) => {
  const task = validate(params.id) ? await read((tx) => findTask(tx, params.id)) : undefined
  if (!task) return ok(unknownTask())
  return ok(
    followEvents({
      workspace,
      subject: `streamTask ${task.id}`,
      after: positionOf(lastEventId) ?? 0,
      signal,
      read,
      page: (tx, position, limit) => eventsOfTask(tx, task.id, position, limit),
      over: async (tx) => isTerminal((await findTask(tx, task.id))?.status ?? 'failed'),
      frame: (row) => frameOf(task.id, row),
    }),
  )
})

async function* unknownTask() {
  yield { event: 'error', data: { error: 'There is no such task in this workspace.' } } as const
}

const frameOf = (taskId: string, { position, payload, occurredAt }: EventRow) => {
  const { status } = payload as { status?: TaskStatus }
  return status && ({ event: 'status', id: String(position), data: { taskId, status, at: occurredAt } } as const)
}
