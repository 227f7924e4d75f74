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
import { builtInAgents, madeAgent, presentAgent, type ShownAgent, unsetFields } from './present.ts'
import { executorFor } from './serving.ts'
import * as store from './store.ts'
import type { AgentRow } from './tables.ts'

type Texts = Readonly<Partial<Record<'description' | 'instructions', string | null>>>

/** The body of an agent with null for empty texts. */
const withoutEmptyTexts = <Body extends Texts>(body: Body): Body => ({
  ...body,
  ...(body.description === '' && { description: null }),
  ...(body.instructions === '' && { instructions: null }),
})

/** Refuses a caller who may not author agents there. Locks the project until the transaction ends. */
const judgeAuthor = async (
  tx: Transaction,
  { role, scopes, projectIds }: Pick<Caller, 'role' | 'scopes' | 'projectIds'>,
  projectId: string | null,
  refuse: Readonly<Record<'administratorsOnly' | 'noProject' | 'archived', () => never>>,
): Promise<void> => {
  if (projectId === null) {
    const isOfWorkspace = isAdministrator(role) && isInScope(scopes, 'admin') && projectIds === undefined
    return isOfWorkspace ? undefined : refuse.administratorsOnly()
  }
  // A key that names projects moves and forks agents within them; any other project is absent for it.
  if (projectIds && !projectIds.includes(projectId)) return refuse.noProject()
  const project = (await lockProject(tx, projectId)) ?? refuse.noProject()
  if (project.archivedAt) refuse.archived()
}

/** Inserts an agent, unless another one has its name or is the intake agent of its scope. */
const addAgent = async (
  tx: Transaction,
  row: Parameters<typeof store.insertAgent>[1],
  refuse: Readonly<Record<'nameTaken' | 'intakeTaken', () => never>>,
): Promise<AgentRow> => {
  await store.lockScopes(tx)
  const clash = await store.findAgentConflict(tx, row)
  return clash ? refuse[clash]() : store.insertAgent(tx, row)
}

/** The subject of an agent's audit row and event. */
const agentAuditSubject = ({ id, projectId, name }: Pick<ShownAgent, 'id' | 'projectId' | 'name'>): Subject => ({
  resource: ['agent', id],
  ...(projectId !== null && { parent: ['project', projectId] as const, within: { projectId } }),
  metadata: { name, ...(projectId !== null && { projectId }) },
})

const createAgent = handle(contract.createAgent, async ({ tx, caller, body, now, fail, absent, created }) => {
  const projectId = body.projectId ?? null
  await judgeAuthor(tx, caller, projectId, { ...fail, noProject: absent })
  const row = {
    ...unsetFields,
    ...withoutEmptyTexts(body),
    duty: body.duty ?? ('executor' as const),
    projectId,
    id: uuidv7(),
    createdBy: caller.userId,
    createdAt: now,
  }
  const agent = await addAgent(tx, row, fail)
  return created(presentAgent(madeAgent(agent)), agentAuditSubject(agent))
})

const deactivateAgent = handle(contract.deactivateAgent, async ({ tx, params, caller, now, fail, absent, ok }) => {
  const before = (await findAgent(tx, params.id)) ?? absent()
  await judgeAuthor(tx, caller, before.projectId, { ...fail, noProject: absent })
  if (before.role) await store.deactivateBuiltIn(tx, { agentId: before.id, now, userId: caller.userId })
  else await store.deactivateAgentRow(tx, { id: before.id, now, userId: caller.userId })
  const agent = (await findAgent(tx, params.id)) ?? absent()
  return ok(presentAgent(agent), {
    ...agentAuditSubject(agent),
    ...(before.deactivatedAt && { repeated: true as const }),
  })
})

const forkAgent = handle(contract.forkAgent, async ({ tx, params, caller, body, now, fail, absent, created }) => {
  const source = (await findAgent(tx, params.id)) ?? absent()
  const projectId = body.projectId === undefined ? source.projectId : body.projectId
  await judgeAuthor(tx, caller, projectId, fail)
  const { role: _, updatedAt: __, deactivatedAt: ___, ...copied } = source
  const row = {
    ...copied,
    ...withoutEmptyTexts(body),
    projectId,
    id: uuidv7(),
    createdBy: caller.userId,
    createdAt: now,
  }
  const agent = await addAgent(tx, row, fail)
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
    await store.lockScopes(tx)
    const agent = {
      ...body,
      description: body.description === '' ? null : (body.description ?? null),
      projectId,
      duty: 'executor' as const,
      id: uuidv7(),
    }
    if (await store.findAgentConflict(tx, agent)) return fail.nameTaken()
    const row = await store.insertAgent(tx, { ...unsetFields, ...agent, createdBy: caller.userId, createdAt: now })
    return created(presentAgent(madeAgent(row)), agentAuditSubject(row))
  },
)

const listAgents = handle(contract.listAgents, async ({ tx, caller, query, next, ok }) => {
  const { projectId, cursor, limit = pageMost } = query
  const oldest = (await builtInAgents(tx)).filter(({ deactivatedAt }) => deactivatedAt === null)
  const filter = { projectId, only: caller.projectIds }
  const page = await store.agentPage<ShownAgent>(tx, cursorOf(cursor), limit, filter, madeAgent, oldest)
  next(page.next, page.count)
  return ok(page.rows.map(presentAgent))
})

const reactivateAgent = handle(contract.reactivateAgent, async ({ tx, params, caller, now, fail, absent, ok }) => {
  const { projectId } = (await findAgent(tx, params.id)) ?? absent()
  await judgeAuthor(tx, caller, projectId, { ...fail, noProject: absent })
  await store.lockScopes(tx)
  const before = (await findAgent(tx, params.id)) ?? absent()
  if (!before.deactivatedAt) return ok(presentAgent(before), { ...agentAuditSubject(before), repeated: true })
  if (before.role) await store.reactivateBuiltIn(tx, { agentId: before.id })
  else {
    const clash = await store.findAgentConflict(tx, before)
    if (clash) return fail[clash]()
    await store.reactivateAgentRow(tx, { id: before.id, now })
  }
  const agent = (await findAgent(tx, params.id)) ?? absent()
  return ok(presentAgent(agent), agentAuditSubject(agent))
})

const updateAgent = handle(
  contract.updateAgent,
  async ({ tx, params, caller, body, now, fail, absent, invalid, ok }) => {
    const builtIn = findBuiltIn(params.id)
    const { projectId } = builtIn
      ? { projectId: null }
      : ((await store.findAgentRow(tx, { id: params.id })) ?? absent())
    const to = body.projectId === undefined ? projectId : body.projectId
    for (const scope of new Set([projectId, to])) await judgeAuthor(tx, caller, scope, fail)
    if (builtIn) return fail.builtIn()
    await store.lockScopes(tx)
    const before = (await store.lockAgent(tx, { id: params.id })) ?? absent()
    if (before.deactivatedAt) return fail.inactive()
    const faults = faultsOfName('name', body.name, [before.name])
    if (faults.length > 0) return invalid(faults)
    const changed = { ...before, ...withoutEmptyTexts(body), projectId: to }
    const isMoved =
      changed.name !== before.name || changed.projectId !== before.projectId || changed.duty !== before.duty
    const clash = isMoved ? await store.findAgentConflict(tx, changed) : undefined
    if (clash) return fail[clash]()
    const agent = await store.updateAgentRow(tx, { ...changed, now })
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
