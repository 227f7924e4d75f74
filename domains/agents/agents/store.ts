import { isLive } from '../../code/projects/index.ts'
import { hasName } from '../../../platform/db/fragments.ts'
import { countOf, countRows, pageOf, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { type NoValues, oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockInWorkspace } from '../../../platform/db/workspace-lock.ts'
import type { HarnessName } from './rules.ts'
import { agent, builtInAgentEnd, type AgentRow } from './tables.ts'
import type { NamedThing } from '../../domain.ts'

const isThere = `(agent.project_id is null or ${isLive('agent.project_id')})`

export const findAgentRow = rowStatement<{ id: string }, AgentRow>(
  'agent.find',
  `select ${agent.columns} from agent where id = :id and ${isThere}`,
)

export const lockAgent = rowStatement<{ id: string }, AgentRow>(
  'agent.lock',
  `select ${agent.columns} from agent where id = :id and ${isThere} for update of agent`,
)

interface Filter {
  /** The agents of this project and of the whole workspace; undefined for all. */
  readonly projectId: string | undefined
  /** Filter: the projects that a key names. */
  readonly only: readonly string[] | undefined
}

interface AgentPage extends Cursor {
  readonly rows: number
  readonly projectId: string | null
  readonly only: readonly string[] | null
}
const listed = `agent
   where workspace_id = :workspace and deactivated_at is null and (created_at, id) < (:at, :id) and ${isThere}
     and (:projectId::uuid is null or project_id is null or project_id = :projectId)
     and (:only::uuid[] is null or project_id is null or project_id = any(:only))`
const active = statement<AgentPage, AgentRow>(
  'agent.page',
  `select ${agent.columns} from ${listed} order by created_at desc, id desc limit :rows`,
)
const countActive = statement<AgentPage, RowCount>('agent.count', countOf(listed))
/** Active agents, newest first, each as `made` returns it; `oldest` come after all rows. */
export const agentPage = async <Known extends Pick<AgentRow, 'id' | 'createdAt'>>(
  tx: Transaction,
  after: Cursor,
  limit: number,
  { projectId, only }: Filter,
  made: (row: AgentRow) => Known,
  oldest: readonly Known[],
) => {
  const filter = { projectId: projectId ?? null, only: only ?? null }
  const rows = await active(tx, { ...after, rows: limit + 1, ...filter })
  const behind = oldest.filter(({ createdAt, id }) => isAfter(after, createdAt, id))
  return {
    ...pageOf([...rows.map(made), ...behind], limit),
    count: async () => (await countRows(tx, countActive, { ...after, ...filter })) + behind.length,
  }
}

const isAfter = ({ at, id: last }: Cursor, createdAt: Date, id: string) => {
  const time = createdAt.toISOString()
  return at === 'infinity' || time < at || (time === at && id < last)
}

type NewAgent = Omit<AgentRow, 'updatedAt' | 'deactivatedAt'>

/** Inserts an agent. Call it under `lockScopes`, when `findAgentConflict` found none. */
export const insertAgent = oneRowStatement<NewAgent, AgentRow>(
  'agent.insert',
  insertInto(
    agent,
    [
      ...(['id', 'projectId', 'name', 'description', 'instructions', 'duty', 'avatarKey', 'avatarUrl'] as const),
      ...(['modelOverride', 'pipeline', 'runtimeKind', 'runtimeVersion', 'sandboxProfile'] as const),
      ...(['createdBy', 'createdAt'] as const),
    ],
    { workspaceId: ':workspace', updatedAt: ':createdAt' },
    `returning ${agent.columns}`,
  ),
)

type AgentUpdate = Omit<NewAgent, 'sandboxProfile' | 'createdBy' | 'createdAt'> & { readonly now: Date }

export const updateAgentRow = oneRowStatement<AgentUpdate, AgentRow>(
  'agent.update',
  `update agent set project_id = :projectId, name = :name, description = :description, instructions = :instructions,
     duty = :duty, avatar_key = :avatarKey, avatar_url = :avatarUrl, model_override = :modelOverride,
     pipeline = :pipeline, runtime_kind = :runtimeKind, runtime_version = :runtimeVersion, updated_at = :now
   where id = :id returning ${agent.columns}`,
)

export const deactivateAgentRow = rowStatement<{ id: string; now: Date; userId: string }, AgentRow>(
  'agent.deactivate',
  `update agent set deactivated_at = coalesce(deactivated_at, :now), deactivated_by = coalesce(deactivated_by, :userId)
   where id = :id returning ${agent.columns}`,
)

export const deactivateBuiltIn = statement<{ agentId: string; now: Date; userId: string }>(
  'agent.deactivate-built-in',
  insertInto(
    builtInAgentEnd,
    ['agentId'],
    { workspaceId: ':workspace', deactivatedAt: ':now', deactivatedBy: ':userId' },
    'on conflict (workspace_id, agent_id) do nothing',
  ),
)

/** Reactivates an agent. Call it under `lockScopes`, when `findAgentConflict` found none. */
export const reactivateAgentRow = statement<{ id: string; now: Date }>(
  'agent.reactivate',
  `update agent set deactivated_at = null, deactivated_by = null, updated_at = :now
   where id = :id and deactivated_at is not null`,
)

export const reactivateBuiltIn = statement<{ agentId: string }>(
  'agent.reactivate-built-in',
  'delete from built_in_agent_end where workspace_id = :workspace and agent_id = :agentId',
)

const ends = statement<NoValues, { agentId: string; deactivatedAt: Date }>(
  'agent.ended-built-ins',
  `select ${builtInAgentEnd.columns} from built_in_agent_end where workspace_id = :workspace`,
)
/** The times at which built-in agents were switched off in this workspace, by their ids. */
export const deactivatedBuiltIns = async (tx: Transaction): Promise<ReadonlyMap<string, Date>> =>
  new Map((await ends(tx)).map(({ agentId, deactivatedAt }) => [agentId, deactivatedAt]))

/** Locks the names and duties of a workspace's agents, so that the unique indexes never have to object. */
export const lockScopes = (tx: Transaction) => lockInWorkspace(tx, 'agents of ')

const inTheWay = statement<
  { projectId: string | null; name: string; isIntake: boolean; id: string },
  { hasName: boolean }
>(
  'agent.in-the-way',
  `select ${hasName('name')} as "hasName" from agent
   where workspace_id = :workspace and project_id is not distinct from :projectId::uuid and deactivated_at is null
     and id <> :id and (${hasName('name')} or (:isIntake and duty = 'intake'))
   order by 1 desc`,
)
/** Returns `nameTaken` or `intakeTaken` if another active agent of the scope has the name or is its intake. */
export const findAgentConflict = async (
  tx: Transaction,
  { projectId, name, duty, id }: Pick<AgentRow, 'projectId' | 'name' | 'duty' | 'id'>,
) => {
  const [first] = await inTheWay(tx, { projectId, name, isIntake: duty === 'intake', id })
  return first && (first.hasName ? ('nameTaken' as const) : ('intakeTaken' as const))
}

/** The project's own newest active agent that executes under the harness, else the newest of the workspace. */
export const findExecutor = rowStatement<{ projectId: string | null; harness: HarnessName }, AgentRow>(
  'agent.executor',
  `select ${agent.columns} from agent
   where workspace_id = :workspace and duty = 'executor' and deactivated_at is null
     and (project_id = :projectId::uuid or project_id is null) and runtime_kind = :harness
   order by project_id nulls last, created_at desc, id desc limit 1`,
)

const others = statement<
  { projectId: string | null; harness: HarnessName; rows: number },
  Pick<AgentRow, 'id' | 'name' | 'runtimeKind'>
>(
  'agent.of-other-harness',
  `select id, name, runtime_kind as "runtimeKind" from agent
   where workspace_id = :workspace and duty = 'executor' and deactivated_at is null
     and (project_id = :projectId::uuid or project_id is null) and runtime_kind <> :harness
   order by project_id nulls last, created_at desc, id desc limit :rows`,
)
const othersMost = 20
/** Active agents that execute under another harness, of a project and the workspace, newest first. */
export const agentsOfOtherHarness = (tx: Transaction, projectId: string | undefined, harness: HarnessName) =>
  others(tx, { projectId: projectId ?? null, harness, rows: othersMost })

/** The project's own active agent that takes requests in, else that of the workspace. */
export const findIntakeAgent = rowStatement<{ projectId: string }, AgentRow>(
  'agent.intake',
  `select ${agent.columns} from agent
   where workspace_id = :workspace and duty = 'intake' and deactivated_at is null
     and (project_id = :projectId or project_id is null)
   order by project_id nulls last limit 1`,
)

const workingWith = statement<{ identifiers: readonly string[] }, { name: string }>(
  'agent.working-with',
  `select name from agent
   where workspace_id = :workspace and deactivated_at is null and model_override = any(:identifiers::text[]) and ${isThere}
   order by name limit 100`,
)
/** Names of active agents that use one of these models. */
export const agentsWorkingWith = async (tx: Transaction, identifiers: readonly string[]): Promise<string[]> =>
  (await workingWith(tx, { identifiers })).map(({ name }) => name)

const purge = statement<{ projectId: string }>('agent.purge', 'delete from agent where project_id = :projectId')
export const removeAgents = (tx: Transaction, projectId: string) => purge(tx, { projectId })

/** The names of these agents. */
export const namesOfAgents = statement<{ ids: readonly string[] }, NamedThing>(
  'agent.names',
  `select id, name as title, project_id as "projectId", null::uuid as "cycleId" from agent
   where workspace_id = :workspace and id = any(:ids) and (project_id is null or ${isLive('project_id')})`,
)
