import type { AuditEntry } from '../../../platform/audit/index.ts'
import { json, statement, type Json } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspacesOfPerson } from '../workspaces/index.ts'

const add = statement<{ id: string; userId: string; entry: Json }, { workspaceId: string }>(
  'identity.add-account-event',
  `with places as (${workspacesOfPerson(':userId')}),
     added as (insert into auth_act (workspace_id, id, entry) select workspace_id, :id, :entry from places)
   select workspace_id as "workspaceId" from places`,
)
/** Adds an account event for each workspace of the person, and returns these workspaces. */
export const insertAccountEvent = async (tx: Transaction, id: string, userId: string, entry: AuditEntry) =>
  (await add(tx, { id, userId, entry: json(entry) })).map(({ workspaceId }) => workspaceId)

const addOne = statement<{ id: string; workspaceId: string; entry: Json }>(
  'identity.add-place-event',
  'insert into auth_act (workspace_id, id, entry) values (:workspaceId, :id, :entry)',
)
/** Adds an event about a person's membership in one workspace. */
export const insertPlaceEvent = (tx: Transaction, workspaceId: string, id: string, entry: AuditEntry) =>
  addOne(tx, { id, workspaceId, entry: json(entry) })

/** Claims account events of the transaction's workspace; concurrent callers never claim the same event. */
export const claimAccountEvents = statement<{ limit: number }, { entry: AuditEntry; createdAt: Date }>(
  'identity.take-account-events',
  `delete from auth_act where workspace_id = :workspace and id = any(array(
     select id from auth_act where workspace_id = :workspace order by created_at, id limit :limit))
   returning entry, created_at as "createdAt"`,
)

/** Workspaces with account events that are not yet in their audit chain. */
export const accountEventsDueIn = workspacesDue('auth-act', 'auth_act')
