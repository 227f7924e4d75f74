import type { AuditEntry } from '../../../../platform/audit/index.ts'
import { json, statement, type Json } from '../../../../platform/db/statement.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { membershipsAs } from '../../workspaces/index.ts'

const add = statement<{ id: string; userId: string; entry: Json }, { workspaceId: string }>(
  'identity.add-act',
  `with places as (${membershipsAs(':userId')}),
     added as (insert into auth_act (workspace_id, id, entry) select workspace_id, :id, :entry from places)
   select workspace_id as "workspaceId" from places`,
)
/** Adds an act for each workspace in which the person has a place, and gives these. */
export const insertAccountEvent = async (tx: Transaction, id: string, userId: string, entry: AuditEntry) =>
  (await add(tx, { id, userId, entry: json(entry) })).map(({ workspaceId }) => workspaceId)

const take = statement<{ limit: number }, { entry: AuditEntry; createdAt: Date }>(
  'identity.take-acts',
  `delete from auth_act where workspace_id = :workspace and id in (
     select id from auth_act where workspace_id = :workspace order by created_at, id limit :limit)
   returning entry, created_at as "createdAt"`,
)
/** Takes acts of the transaction's workspace, each once however many take at a time. */
export const takeAccountEvents = (tx: Transaction, limit: number) => take(tx, { limit })

const due = statement<{ limit: number }, { workspaceId: string }>(
  'identity.acts-due',
  'select distinct workspace_id as "workspaceId" from auth_act limit :limit',
)
/** Workspaces that acts wait for. */
export const accountEventsDueIn = async (tx: Transaction, limit: number) =>
  (await due(tx, { limit })).map(({ workspaceId }) => workspaceId)
