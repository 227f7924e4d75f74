import { handle } from '../../../../platform/handler/index.ts'
import { aboutRequest, askClient, presentRequest } from '../../requests/index.ts'
import { askClientQuestion } from '../contract.ts'
import { findCycle } from '../store.ts'

export default handle(askClientQuestion, async ({ tx, body, caller, now, absent, created }) => {
  const { id: cycleId, projectId } = (await findCycle(tx, body.cycleId)) ?? absent()
  const { title, question } = body
  const row = await askClient(tx, { projectId, cycleId, title, question, now })
  return created(await presentRequest(tx, row, caller.role), aboutRequest(row))
})
