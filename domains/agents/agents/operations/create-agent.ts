import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { agentAuditSubject } from '../audit-subject.ts'
import { createAgent } from '../contract.ts'
import { withoutEmptyTexts } from '../empty-texts.ts'
import { madeAgent, presentAgent } from '../present.ts'
import { authorRefusal } from '../author-refusal.ts'
import { findAgentConflict, insertAgent, lockScopes } from '../store.ts'

const nothing = {
  description: null,
  instructions: null,
  avatarKey: null,
  avatarUrl: null,
  modelOverride: null,
  pipeline: null,
  runtimeVersion: null,
  sandboxProfile: null,
}

export default handle(createAgent, async ({ tx, caller, body, now, fail, absent, created }) => {
  const projectId = body.projectId ?? null
  const refused = await authorRefusal(tx, caller, projectId)
  if (refused === 'noProject') return absent()
  if (refused) return fail[refused]()
  await lockScopes(tx)
  const row = {
    ...nothing,
    ...withoutEmptyTexts(body),
    duty: body.duty ?? ('executor' as const),
    projectId,
    id: uuidv7(),
    createdBy: caller.userId,
    createdAt: now,
  }
  const clash = await findAgentConflict(tx, row)
  if (clash) return fail[clash]()
  const agent = await insertAgent(tx, row)
  return created(presentAgent(madeAgent(agent)), agentAuditSubject(agent))
})
