import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../../code/projects/index.ts'
import { agentAuditSubject } from '../audit-subject.ts'
import { importProjectAgent } from '../contract.ts'
import { madeAgent, presentAgent } from '../present.ts'
import { findAgentConflict, insertAgent, lockScopes } from '../store.ts'

export default handle(importProjectAgent, async ({ tx, params, caller, body, now, fail, absent, created }) => {
  const projectId = params.id
  if (!(await lockProject(tx, projectId))) return absent()
  await lockScopes(tx)
  const agent = {
    ...body,
    description: body.description === '' ? null : (body.description ?? null),
    projectId,
    duty: 'executor' as const,
    id: uuidv7(),
  }
  if (await findAgentConflict(tx, agent)) return fail.nameTaken()
  const row = await insertAgent(tx, {
    ...agent,
    avatarKey: null,
    avatarUrl: null,
    modelOverride: null,
    pipeline: null,
    runtimeVersion: null,
    createdBy: caller.userId,
    createdAt: now,
  })
  return created(presentAgent(madeAgent(row)), agentAuditSubject(row))
})
