import { handle } from '../../../../platform/handler/index.ts'
import { agentAuditSubject } from '../audit-subject.ts'
import { reactivateAgent } from '../contract.ts'
import { findAgent } from '../find-agent.ts'
import { presentAgent } from '../present.ts'
import { authorRefusal } from '../author-refusal.ts'
import { findAgentConflict, lockScopes, reactivateAgentRow, reactivateBuiltIn } from '../store.ts'

export default handle(reactivateAgent, async ({ tx, params, caller, now, fail, absent, ok }) => {
  const { projectId } = (await findAgent(tx, params.id)) ?? absent()
  const refused = await authorRefusal(tx, caller, projectId)
  if (refused === 'noProject') return absent()
  if (refused) return fail[refused]()
  await lockScopes(tx)
  const before = (await findAgent(tx, params.id)) ?? absent()
  if (!before.deactivatedAt) return ok(presentAgent(before), { ...agentAuditSubject(before), repeated: true })
  if (before.role) await reactivateBuiltIn(tx, before.id)
  else {
    const clash = await findAgentConflict(tx, before)
    if (clash) return fail[clash]()
    await reactivateAgentRow(tx, before.id, now)
  }
  const agent = (await findAgent(tx, params.id)) ?? absent()
  return ok(presentAgent(agent), agentAuditSubject(agent))
})
