import { validate } from 'uuid'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspacesOfPerson } from '../workspaces/index.ts'

// With role identity: the person's places in every workspace.
const mine = statement<{ userId: string }, { workspaceId: string }>(
  'portal.workspaces-of-person',
  `select workspace_id as "workspaceId" from (${workspacesOfPerson(':userId', 'client')}) place
   union select workspace_id from seat where user_id = :userId
   union select workspace_id from portal_client where user_id = :userId
   order by 1 limit 200`,
)
export const workspacesOfClient = async (tx: Transaction, userId: string) =>
  (await mine(tx, { userId })).map(({ workspaceId }) => workspaceId)

const named = statement<{ value: string; userId: string }, { workspaceId: string }>(
  'portal.of-person',
  `select workspace_id as "workspaceId" from (${workspacesOfPerson(':userId', 'client')}) place where workspace_id = :value
   union select workspace_id from portal_client where user_id = :userId and workspace_id = :value
   union select workspace_id from seat where user_id = :userId and (workspace_id = :value or client_account_id = :value)
   limit 1`,
)
/** The agency that a value of `X-Client-Portal` means for this person: by its own id, or by an account's of theirs. */
export const portalOfPerson = async (tx: Transaction, value: string, userId: string) =>
  validate(value) ? (await named(tx, { value, userId })).at(0)?.workspaceId : undefined
