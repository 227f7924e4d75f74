import { validate } from 'uuid'
import { record } from '../../../platform/audit/index.ts'
import { pageMost } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import { handle } from '../../../platform/handler/index.ts'
import { shownTo } from '../../code/projects/index.ts'
import { eventsOfTask, followEvents, positionOf, type EventRow } from '../../record/events/index.ts'
import * as contract from './contract.ts'
import { presentTask, presentTasks } from './present.ts'
import { isTerminal, type TaskStatus } from './rules.ts'
import { setStatusByHand, updateTexts } from './store-plan.ts'
import { findTask, taskPage } from './store.ts'

const executeTask = handle(contract.executeTask, async ({ fail }) => fail.noStandaloneRun())

const getTask = handle(contract.getTask, async ({ tx, params, caller, absent, ok }) =>
  ok(await presentTask(tx, (await findTask(tx, params.id)) ?? absent(), caller)),
)

const listTasks = handle(contract.listTasks, async ({ tx, caller, query, next, ok }) => {
  const { projectId, status, limit = pageMost } = query
  const page = await taskPage(tx, cursorOf(query.cursor), limit, { projectId, status, ...shownTo(caller) })
  next(page.next, page.count)
  return ok(await presentTasks(tx, page.rows, caller))
})

/** Streams a frame for each status change, from the beginning or after the last one read, until the task ends. */
const streamTask = handle(contract.streamTask, async ({ params, workspace, lastEventId, read, signal, ok }) => {
  const task = validate(params.id) ? await read((tx) => findTask(tx, params.id)) : undefined
  if (!task) return ok(unknownTask())
  return ok(
    followEvents({
      workspace,
      subject: `streamTask ${task.id}`,
      after: positionOf(lastEventId) ?? 0,
      signal,
      read,
      page: (tx, position, limit) => eventsOfTask(tx, { taskId: task.id, after: position, limit }),
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

/** A status that a person sets is shown and marked so; the engine goes by its own, and its next move overrides it. */
const updateTask = handle(contract.updateTask, async ({ tx, params, body, caller, now, absent, ok }) => {
  const { status, ...texts } = body
  const updated = (await updateTexts(tx, { id: params.id, ...texts, now })) ?? absent()
  const isMoved = status !== undefined && status !== updated.status
  const task = isMoved ? ((await setStatusByHand(tx, { id: params.id, status, now })) ?? absent()) : updated
  const { id, projectId, cycleId } = task
  const byHand = isMoved && { status, byHand: true }
  record(tx, undefined, {
    name: 'task.updated',
    entity: ['task', id],
    projectId,
    cycleId,
    taskId: id,
    payload: { fields: Object.keys(body), ...byHand },
  })
  return ok(await presentTask(tx, task, caller), {
    resource: ['task', id],
    parent: ['cycle', cycleId],
    metadata: { projectId, fields: Object.keys(body), ...byHand },
  })
})

export default () => ({ listTasks, getTask, updateTask, executeTask, streamTask })
