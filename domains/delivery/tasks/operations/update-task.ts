import { record } from '../../../../platform/audit/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { updateTask } from '../contract.ts'
import { presentTasks } from '../present.ts'
import { setStatusByHand, updateTexts } from '../store-plan.ts'

/** A status that a person sets is shown and marked so; the engine goes by its own, and its next move overrides it. */
export default handle(updateTask, async ({ tx, params, body, caller, now, absent, ok }) => {
  const { status, ...texts } = body
  const updated = (await updateTexts(tx, { id: params.id, ...texts, now })).at(0) ?? absent()
  const isMoved = status !== undefined && status !== updated.status
  const task = isMoved ? ((await setStatusByHand(tx, { id: params.id, status, now })).at(0) ?? absent()) : updated
  const [presented] = await presentTasks(tx, [task], caller)
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
  return ok(presented!, {
    resource: ['task', id],
    parent: ['cycle', cycleId],
    metadata: { projectId, fields: Object.keys(body), ...byHand },
  })
})
