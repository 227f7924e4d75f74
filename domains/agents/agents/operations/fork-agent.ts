import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { agentAuditSubject } from '../audit-subject.ts'
import { forkAgent } from '../contract.ts'
import { findAgent } from '../find-agent.ts'
import { withoutEmptyTexts } from '../empty-texts.ts'
import { madeAgent, presentAgent } from '../present.ts'
import { authorRefusal } from '../author-refusal.ts'
import { executorFor } from '../serving.ts'
import { findAgentConflict, insertAgent, lockScopes } from '../store.ts'

export default handle(forkAgent, async ({ tx, params, caller, body, now, fail, absent, created }) => {
  const source = (await findAgent(tx, params.id)) ?? absent()
  const projectId = body.projectId === undefined ? source.projectId : body.projectId
  const refused = await authorRefusal(tx, caller, projectId)
  if (refused) return fail[refused]()
  await lockScopes(tx)
  const { role: _, updatedAt: __, deactivatedAt: ___, ...carried } = source
  const row = {
    ...carried,
    ...withoutEmptyTexts(body),
    projectId,
    id: uuidv7(),
    createdBy: caller.userId,
    createdAt: now,
  }
  const clash = await findAgentConflict(tx, row)
  if (clash) return fail[clash]()
  const agent = await insertAgent(tx, row)
  const project = projectId === null ? undefined : ((await findProject(tx, projectId)) ?? absent())
  const carriesOutTasks = (await executorFor(tx, project, agent.runtimeKind))?.id === agent.id
  const { metadata, ...subject } = agentAuditSubject(agent)
  const reply = { ...presentAgent(madeAgent(agent)), carriesOutTasks }
  return created(reply, { ...subject, metadata: { ...metadata, forkOf: source.id } })
})
