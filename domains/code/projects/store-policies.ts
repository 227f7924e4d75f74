import { json, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspaceDefault, type WorkspaceDefaults } from './tables.ts'

const set = statement<
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

/** Replaces the policies of the workspace. */
export const putWorkspacePolicies = async (tx: Transaction, policies: Policies) => {
  const { requiresApproval, review, approval, delivery } = policies
  const said = { review: json(review), approval: json(approval), delivery: json(delivery) }
  return (await set(tx, { requiresApproval, ...said }))[0]!
}
