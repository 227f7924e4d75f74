import { handle } from '../../../../platform/handler/index.ts'
import { agentAuditSubject } from '../audit-subject.ts'
import { deactivateAgent } from '../contract.ts'
import { findAgent } from '../find-agent.ts'
import { presentAgent } from '../present.ts'
import { authorRefusal } from '../author-refusal.ts'
import { deactivateAgentRow, deactivateBuiltIn } from '../store.ts'

export default handle(deactivateAgent, async ({ tx, params, caller, now, fail, absent, ok }) => {
  const before = (await findAgent(tx, params.id)) ?? absent()
  const refused = await authorRefusal(tx, caller, before.projectId)
  if (refused === 'noProject') return absent()
  if (refused) return fail[refused]()
  if (before.role) await deactivateBuiltIn(tx, before.id, now, caller.userId)
  else await deactivateAgentRow(tx, before.id, now, caller.userId)
  const agent = (await findAgent(tx, params.id)) ?? absent()
  return ok(presentAgent(agent), {
    ...agentAuditSubject(agent),
    ...(before.deactivatedAt && { repeated: true as const }),
  })
})
