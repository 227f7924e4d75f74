import { v7 as uuidv7 } from 'uuid'
import { isAdministrator, isInScope, type Caller } from '../../../platform/access/index.ts'
import { pageMost } from '../../../platform/contract/index.ts'
import { faultsOfName } from '../../../platform/contract/schema.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle, type Subject } from '../../../platform/handler/index.ts'
import { findProject, lockProject } from '../../code/projects/index.ts'
import { findBuiltIn } from './built-ins.ts'
import * as contract from './contract.ts'
import { findAgent } from './find-agent.ts'
import { madeAgent, presentAgent, builtInAgents, type ShownAgent } from './present.ts'
import { executorFor } from './serving.ts'
import {
  findAgentConflict,
  insertAgent,
  lockScopes,
  deactivateAgentRow,
  deactivateBuiltIn,
  agentPage,
  reactivateAgentRow,
  reactivateBuiltIn,
  findAgentRow,
  lockAgent,
  updateAgentRow,
} from './store.ts'

type Texts = Readonly<Partial<Record<'description' | 'instructions', string | null>>>

/** The body of an agent with null for empty texts. */
const withoutEmptyTexts = <Body extends Texts>(body: Body): Body => ({
  ...body,
  ...(body.description === '' && { description: null }),
  ...(body.instructions === '' && { instructions: null }),
})

/** Why the caller may not author agents there; undefined if it may. Holds the project for the transaction. */
const authorRefusal = async (
  tx: Transaction,
  { role, scopes, projectIds }: Pick<Caller, 'role' | 'scopes' | 'projectIds'>,
  projectId: string | null,
) => {
  if (projectId === null) {
    const isOfWorkspace = isAdministrator(role) && isInScope(scopes, 'admin') && projectIds === undefined
    return isOfWorkspace ? undefined : ('administratorsOnly' as const)
  }
  // A key that names projects moves and forks agents within them; any other project is absent for it.
  if (projectIds && !projectIds.includes(projectId)) return 'noProject' as const
  const project = await lockProject(tx, projectId)
  if (!project) return 'noProject' as const
  return project.archivedAt ? ('archived' as const) : undefined
}

/** The subject of an agent's audit row and event. */
const agentAuditSubject = ({ id, projectId, name }: Pick<ShownAgent, 'id' | 'projectId' | 'name'>): Subject => ({
  resource: ['agent', id],
  ...(projectId !== null && { parent: ['project', projectId] as const, within: { projectId } }),
  metadata: { name, ...(projectId !== null && { projectId }) },
})

/** The fields of a new agent that its author may leave out. */
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

const createAgent = handle(contract.createAgent, async ({ tx, caller, body, now, fail, absent, created }) => {
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

const deactivateAgent = handle(contract.deactivateAgent, async ({ tx, params, caller, now, fail, absent, ok }) => {
  const before = (await findAgent(tx, params.id)) ?? absent()
  const refused = await authorRefusal(tx, caller, before.projectId)
  if (refused === 'noProject') return absent()
  if (refused) return fail[refused]()
  if (before.role) await deactivateBuiltIn(tx, { agentId: before.id, now, userId: caller.userId })
  else await deactivateAgentRow(tx, { id: before.id, now, userId: caller.userId })
  const agent = (await findAgent(tx, params.id)) ?? absent()
  return ok(presentAgent(agent), {
    ...agentAuditSubject(agent),
    ...(before.deactivatedAt && { repeated: true as const }),
  })
})

const forkAgent = handle(contract.forkAgent, async ({ tx, params, caller, body, now, fail, absent, created }) => {
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

const getAgent = handle(contract.getAgent, async ({ tx, params, absent, ok }) =>
  ok(presentAgent((await findAgent(tx, params.id)) ?? absent())),
)

const importProjectAgent = handle(
  contract.importProjectAgent,
  async ({ tx, params, caller, body, now, fail, absent, created }) => {
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
    const row = await insertAgent(tx, { ...nothing, ...agent, createdBy: caller.userId, createdAt: now })
    return created(presentAgent(madeAgent(row)), agentAuditSubject(row))
  },
)

const listAgents = handle(contract.listAgents, async ({ tx, caller, query, next, ok }) => {
  const { projectId, cursor, limit = pageMost } = query
  const oldest = (await builtInAgents(tx)).filter(({ deactivatedAt }) => deactivatedAt === null)
  const filter = { projectId, only: caller.projectIds }
  const page = await agentPage<ShownAgent>(tx, cursorOf(cursor), limit, filter, madeAgent, oldest)
  next(page.next, page.count)
  return ok(page.rows.map(presentAgent))
})

const reactivateAgent = handle(contract.reactivateAgent, async ({ tx, params, caller, now, fail, absent, ok }) => {
  const { projectId } = (await findAgent(tx, params.id)) ?? absent()
  const refused = await authorRefusal(tx, caller, projectId)
  if (refused === 'noProject') return absent()
  if (refused) return fail[refused]()
  await lockScopes(tx)
  const before = (await findAgent(tx, params.id)) ?? absent()
  if (!before.deactivatedAt) return ok(presentAgent(before), { ...agentAuditSubject(before), repeated: true })
  if (before.role) await reactivateBuiltIn(tx, { agentId: before.id })
  else {
    const clash = await findAgentConflict(tx, before)
    if (clash) return fail[clash]()
    await reactivateAgentRow(tx, { id: before.id, now })
  }
  const agent = (await findAgent(tx, params.id)) ?? absent()
  return ok(presentAgent(agent), agentAuditSubject(agent))
})

const updateAgent = handle(
  contract.updateAgent,
  async ({ tx, params, caller, body, now, fail, absent, invalid, ok }) => {
    const builtIn = findBuiltIn(params.id)
    const { projectId } = builtIn ? { projectId: null } : ((await findAgentRow(tx, { id: params.id })) ?? absent())
    const to = body.projectId === undefined ? projectId : body.projectId
    for (const scope of new Set([projectId, to])) {
      const refused = await authorRefusal(tx, caller, scope)
      if (refused) return fail[refused]()
    }
    if (builtIn) return fail.builtIn()
    await lockScopes(tx)
    const before = (await lockAgent(tx, { id: params.id })) ?? absent()
    if (before.deactivatedAt) return fail.inactive()
    const faults = faultsOfName('name', body.name, [before.name])
    if (faults.length > 0) return invalid(faults)
    const changed = { ...before, ...withoutEmptyTexts(body), projectId: to }
    const isMoved =
      changed.name !== before.name || changed.projectId !== before.projectId || changed.duty !== before.duty
    const clash = isMoved ? await findAgentConflict(tx, changed) : undefined
    if (clash) return fail[clash]()
    const agent = await updateAgentRow(tx, { ...changed, now })
    const { metadata, ...subject } = agentAuditSubject(agent)
    return ok(presentAgent(madeAgent(agent)), { ...subject, metadata: { ...metadata, fields: Object.keys(body) } })
  },
)

export default () => ({
  listAgents,
  createAgent,
  getAgent,
  updateAgent,
  deactivateAgent,
  reactivateAgent,
  forkAgent,
  importProjectAgent,
})
