import { faultsOfName } from '../../../../platform/contract/schema.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { agentAuditSubject } from '../audit-subject.ts'
import { findBuiltIn } from '../built-ins.ts'
import { updateAgent } from '../contract.ts'
import { withoutEmptyTexts } from '../empty-texts.ts'
import { madeAgent, presentAgent } from '../present.ts'
import { authorRefusal } from '../author-refusal.ts'
import { findAgentConflict, findAgentRow, lockAgent, lockScopes, updateAgentRow } from '../store.ts'

export default handle(updateAgent, async ({ tx, params, caller, body, now, fail, absent, invalid, ok }) => {
  const builtIn = findBuiltIn(params.id)
  const { projectId } = builtIn ? { projectId: null } : ((await findAgentRow(tx, params.id)) ?? absent())
  const to = body.projectId === undefined ? projectId : body.projectId
  for (const scope of new Set([projectId, to])) {
    const refused = await authorRefusal(tx, caller, scope)
    if (refused) return fail[refused]()
  }
  if (builtIn) return fail.builtIn()
  await lockScopes(tx)
  const before = (await lockAgent(tx, params.id)) ?? absent()
  if (before.deactivatedAt) return fail.inactive()
  const faults = faultsOfName('name', body.name, [before.name])
  if (faults.length > 0) return invalid(faults)
  const changed = { ...before, ...withoutEmptyTexts(body), projectId: to }
  const isMoved = changed.name !== before.name || changed.projectId !== before.projectId || changed.duty !== before.duty
  const clash = isMoved ? await findAgentConflict(tx, changed) : undefined
  if (clash) return fail[clash]()
  const agent = await updateAgentRow(tx, changed, now)
  const { metadata, ...subject } = agentAuditSubject(agent)
  return ok(presentAgent(madeAgent(agent)), { ...subject, metadata: { ...metadata, fields: Object.keys(body) } })
})
