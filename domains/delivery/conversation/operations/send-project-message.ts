import { v7 as uuidv7 } from 'uuid'
import { isAgency, reaches } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { addMessage } from '../store.ts'
import { sendProjectMessage } from '../contract.ts'
import { presentMessages } from '../present.ts'

export default handle(sendProjectMessage, async ({ tx, params, body, caller, level, now, fail, absent, created }) => {
  const { id: projectId } = (await findProject(tx, params.id)) ?? absent()
  const id = body.messageId ?? uuidv7()
  const authorSide = isAgency(caller.role) ? 'agency' : 'client'
  const drives = level !== undefined && reaches(level, 'steer')
  const said = { id, projectId, cycleId: null, taskId: null, agentId: null, content: body.content }
  const added =
    (await addMessage(tx, { ...said, createdBy: caller.userId, authorSide, drives, now })) ?? fail.messageIdTaken()
  const [message] = await presentMessages(tx, [added.row])
  return created(message!, {
    resource: ['project_message', id],
    parent: ['project', projectId],
    within: { projectId },
    metadata: { projectId, authorSide, drives },
    ...(added.isRepeated && { repeated: true }),
  })
})
