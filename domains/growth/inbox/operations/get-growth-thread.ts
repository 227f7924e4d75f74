import { handle } from '../../../../platform/handler/index.ts'
import { findLead, presentLead } from '../../leads/index.ts'
import { findLeadThread } from '../../messages/index.ts'
import { getGrowthThread } from '../contract.ts'
import { presentMessage } from '../present.ts'

export default handle(getGrowthThread, async ({ tx, params: { leadId }, absent, ok }) => {
  const lead = (await findLead(tx, leadId)) ?? absent()
  return ok({ lead: presentLead(lead), messages: (await findLeadThread(tx, leadId)).map(presentMessage) })
})
