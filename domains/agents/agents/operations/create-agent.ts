import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { aboutAgent } from '../audit-subject.ts'
import { createAgent } from '../contract.ts'
import { madeAgent, presentAgent } from '../present.ts'
import { refusedIn } from '../author-refusal.ts'
import { agentsInTheWay, insertAgent, lockScopes } from '../store.ts'

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
  const refused = await refusedIn(tx, caller, projectId)
  if (refused === 'noProject') return absent()
  if (refused) return fail[refused]()
  await lockScopes(tx)
  const row = {
    ...nothing,
    ...body,
    duty: body.duty ?? ('executor' as const),
    projectId,
    id: uuidv7(),
    createdBy: caller.userId,
    createdAt: now,
  }
  const clash = await agentsInTheWay(tx, row)
  if (clash) return fail[clash]()
  const agent = await insertAgent(tx, row)
  return created(presentAgent(madeAgent(agent)), aboutAgent(agent))
})
