import { v7 as uuidv7 } from 'uuid'
import { isAgency, reaches } from '../../../../platform/access/index.ts'
import { newest } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findAgent } from '../../agents/index.ts'
import { addMessage, messagePage } from '../../messages/index.ts'
import { about } from '../about.ts'
import { sendCycleMessage } from '../contract/messages.ts'
import { presentMessages } from '../present-messages.ts'
import { findCycle } from '../store.ts'

const shownMost = 100

export default handle(sendCycleMessage, async ({ tx, params, body, caller, level, now, fail, absent, ok }) => {
  const cycle = (await findCycle(tx, params.id)) ?? absent()
  const { id: cycleId, projectId } = cycle
  const agentId = body.agentId?.toLowerCase() ?? null
  const agent = agentId === null ? undefined : ((await findAgent(tx, agentId)) ?? absent())
  if (agent && (agent.projectId ?? projectId) !== projectId) return absent()
  const id = body.messageId?.toLowerCase() ?? uuidv7()
  const authorSide = isAgency(caller.role) ? 'agency' : 'client'
  const drives = level !== undefined && reaches(level, 'steer')
  const said = { id, projectId, cycleId, taskId: null, agentId, content: body.content, createdBy: caller.userId }
  const added = (await addMessage(tx, { ...said, authorSide, drives, now })) ?? fail.messageIdTaken()
  const { rows } = await messagePage(tx, cycleId, { agentId, before: newest, limit: shownMost })
  const [message] = await presentMessages(tx, [added.row])
  return ok(
    { message: message!, messages: await presentMessages(tx, rows) },
    {
      ...about(cycle, { authorSide, drives }),
      ...{ resource: ['cycle_message', id], parent: ['cycle', cycleId] },
      ...(added.isRepeated && { repeated: true }),
    },
  )
})
