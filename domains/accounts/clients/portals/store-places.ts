import { validate } from 'uuid'
import { statement, type Transaction } from '../../../../platform/db/transaction.ts'

// With role identity: what a person has in any workspace.
const mine = statement<{ workspaceId: string }>(
  'portal.workspaces-of-person',
  `select workspace_id as "workspaceId" from membership where user_id = $1 and role = 'client'
   union select workspace_id from seat where user_id = $1
   union select workspace_id from portal_client where user_id = $1
   order by 1 limit 200`,
)
export const workspacesOfClient = async (tx: Transaction, userId: string) =>
  (await mine(tx, [userId])).map(({ workspaceId }) => workspaceId)

const named = statement<{ workspaceId: string }>(
  'portal.of-person',
  `select workspace_id as "workspaceId" from membership where user_id = $2 and workspace_id = $1 and role = 'client'
   union select workspace_id from portal_client where user_id = $2 and workspace_id = $1
   union select workspace_id from seat where user_id = $2 and (workspace_id = $1 or client_account_id = $1)
   limit 1`,
)
/** The agency that a value of `X-Client-Portal` means for this person: by its own id, or by an account's of theirs. */
export const portalOfPerson = async (tx: Transaction, value: string, userId: string) =>
  validate(value) ? (await named(tx, [value, userId])).at(0)?.workspaceId : undefined

const role = statement<{ role: string }>(
  'portal.role',
  'select role from membership where workspace_id = $1 and user_id = $2',
)
/** In a workspace's own transaction: what this person is in it. */
export const roleOf = async (tx: Transaction, userId: string) => (await role(tx, [tx.workspace, userId])).at(0)?.role
