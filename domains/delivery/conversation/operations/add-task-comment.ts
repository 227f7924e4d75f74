import { v7 as uuidv7 } from 'uuid'
import { isAgency } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { addMessage } from '../store.ts'
import { addTaskComment } from '../contract/comments.ts'
import { presentComments } from '../present-comments.ts'
import { findTask } from '../../tasks/index.ts'

export default handle(addTaskComment, async ({ tx, params, body, caller, now, fail, absent, created }) => {
  const { id: taskId, projectId, cycleId } = (await findTask(tx, params.id)) ?? absent()
  const id = body.messageId ?? uuidv7()
  const authorSide = isAgency(caller.role) ? 'agency' : 'client'
  const said = { id, projectId, cycleId, taskId, content: body.body, createdBy: caller.userId }
  const added =
    (await addMessage(tx, { ...said, agentId: null, drives: false, authorSide, now })) ?? fail.messageIdTaken()
  const [comment] = await presentComments(tx, { taskId, cycleId }, [added.row])
  return created(comment!, {
    resource: ['task_comment', id],
    parent: ['task', taskId],
    within: { projectId, cycleId, taskId },
    metadata: { projectId, cycleId, authorSide },
    ...(added.isRepeated && { repeated: true }),
  })
})
