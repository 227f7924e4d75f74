import {
  json,
  oneRowStatement,
  rowStatement,
  statement,
  type Json,
  type NoValues,
} from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import { projectColumns, workspaceDefault, type ProjectRow, type WorkspaceDefaults } from './tables.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

// Code that sets budgets locks the workspace's caps first, then a project, then a cycle, then the budgets.

export const begin = statement(
  'project.begin-workspace-defaults',
  insertInto(workspaceDefault, [], { workspaceId: ':workspace' }, 'on conflict do nothing'),
)
export const share = oneRowStatement<NoValues, WorkspaceDefaults>(
  'project.share-workspace-defaults',
  `select ${workspaceDefault.columns} from workspace_default where workspace_id = :workspace for share`,
)
export const hold = oneRowStatement<NoValues, WorkspaceDefaults>(
  'project.hold-workspace-defaults',
  `select ${workspaceDefault.columns} from workspace_default where workspace_id = :workspace for update`,
)

export const shareOne = rowStatement<{ id: string }, ProjectRow>(
  'project.share',
  `select ${projectColumns} from project where id = :id and deleted_at is null for share of project`,
)

export type WorkspaceCaps = Pick<
  WorkspaceDefaults,
  'costCapMicros' | 'projectCostCapMicros' | 'cycleCostCapMicros' | 'maxRevisions'
>
export const putCaps = oneRowStatement<WorkspaceCaps, WorkspaceDefaults>(
  'project.put-workspace-caps',
  `update workspace_default set cost_cap_micros = :costCapMicros, project_cost_cap_micros = :projectCostCapMicros,
     cycle_cost_cap_micros = :cycleCostCapMicros, max_revisions = :maxRevisions
   where workspace_id = :workspace returning ${workspaceDefault.columns}`,
)

const set = oneRowStatement<
  { requiresApproval: boolean | null; review: Json; approval: Json; delivery: Json },
  WorkspaceDefaults
>(
  'project.set-workspace-policies',
  insertInto(
    workspaceDefault,
    ['requiresApproval', 'review', 'approval', 'delivery'],
    { workspaceId: ':workspace' },
    `on conflict (workspace_id) do update set requires_approval = excluded.requires_approval, review = excluded.review,
       approval = excluded.approval, delivery = excluded.delivery
     returning ${workspaceDefault.columns}`,
  ),
)
type Policies = Pick<WorkspaceDefaults, 'requiresApproval' | 'review' | 'approval' | 'delivery'>
export const putWorkspacePolicies = async (tx: Transaction, policies: Policies) => {
  const { requiresApproval, review, approval, delivery } = policies
  const said = { review: json(review), approval: json(approval), delivery: json(delivery) }
  return set(tx, { requiresApproval, ...said })
}
