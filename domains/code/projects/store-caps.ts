import { type NoValues, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { projectColumns, workspaceDefault, type ProjectRow, type WorkspaceDefaults } from './tables.ts'

// Code that sets budgets locks the workspace's caps first, then a project, then a cycle, then the budgets.

const begin = statement(
  'project.begin-workspace-defaults',
  insertInto(workspaceDefault, [], { workspaceId: ':workspace' }, 'on conflict do nothing'),
)
const share = statement<NoValues, WorkspaceDefaults>(
  'project.share-workspace-defaults',
  `select ${workspaceDefault.columns} from workspace_default where workspace_id = :workspace for share`,
)
const hold = statement<NoValues, WorkspaceDefaults>(
  'project.hold-workspace-defaults',
  `select ${workspaceDefault.columns} from workspace_default where workspace_id = :workspace for update`,
)
/** The workspace's values, locked until the transaction ends. */
export const shareWorkspaceDefaults = async (tx: Transaction) => {
  await begin(tx)
  return (await share(tx))[0]!
}
/** The same, locked for a change. */
export const holdWorkspaceDefaults = async (tx: Transaction) => {
  await begin(tx)
  return (await hold(tx))[0]!
}

const shareOne = statement<{ id: string }, ProjectRow>(
  'project.share',
  `select ${projectColumns} from project where id = :id and deleted_at is null for share of project`,
)
/** A project whose settings stay as they are until the transaction ends. */
export const shareProject = async (tx: Transaction, id: string) => (await shareOne(tx, { id })).at(0)

export type WorkspaceCaps = Pick<
  WorkspaceDefaults,
  'costCapMicros' | 'projectCostCapMicros' | 'cycleCostCapMicros' | 'maxRevisions'
>
const put = statement<WorkspaceCaps, WorkspaceDefaults>(
  'project.put-workspace-caps',
  `update workspace_default set cost_cap_micros = :costCapMicros, project_cost_cap_micros = :projectCostCapMicros,
     cycle_cost_cap_micros = :cycleCostCapMicros, max_revisions = :maxRevisions
   where workspace_id = :workspace returning ${workspaceDefault.columns}`,
)
/** Puts caps in the place of what the workspace said, after `holdWorkspaceDefaults`. */
export const putWorkspaceCaps = async (tx: Transaction, caps: WorkspaceCaps) => {
  const { costCapMicros, projectCostCapMicros, cycleCostCapMicros, maxRevisions } = caps
  return (await put(tx, { costCapMicros, projectCostCapMicros, cycleCostCapMicros, maxRevisions }))[0]!
}

const saying = statement<NoValues, Pick<ProjectRow, 'id' | 'costCapMicros' | 'autonomousSince'>>(
  'project.own-caps',
  `select id, cost_cap_micros as "costCapMicros", autonomous_since as "autonomousSince" from project
   where workspace_id = :workspace and deleted_at is null order by id`,
)
/** Every project of the workspace with the cap that it says itself. */
export const capsOfProjects = (tx: Transaction) => saying(tx)
