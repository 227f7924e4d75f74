import { rowStatement, statement, type NoValues } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { erasureAction } from './row.ts'

/** The details of a row, and whose they may be. */
export interface DetailRow {
  readonly id: string
  readonly details: unknown
  readonly actorId: string | null
  readonly resourceType: string | null
  readonly resourceId: string | null
}

/** Erasable details, in the order of their rows' ids. */
export const detailPage = statement<{ after: string; limit: number }, DetailRow>(
  'audit.detail-page',
  `select id, details, actor_id as "actorId", resource_type as "resourceType", resource_id as "resourceId" from audit_row
   where workspace_id = :workspace and id > :after and erased_at is null and action <> '${erasureAction}'
   order by id limit :limit`,
)

/** Erases the details of rows, and returns the rows' positions. */
export const eraseDetailsOf = statement<{ ids: readonly string[] }, { position: number }>(
  'audit.erase-details',
  `update audit_row set salt = null, details = null, erased_at = now()
   where workspace_id = :workspace and id = any(:ids) and erased_at is null returning position`,
)

const actors = statement<{ userId: string }, { id: string }>(
  'audit.actors-of',
  `select resource_id as id from audit_row
   where workspace_id = :workspace and actor_id = :userId and action = 'api_key.create' and outcome = 'success'
   union select details ->> 'keyId' from audit_row
   where workspace_id = :workspace and action = 'workspace.create' and details ->> 'ownerId' = :userId`,
)
/** Ids under which a person acted, by the log: their own, and ids of their API keys, which may be deleted by now. */
export const actorIdsOf = async (tx: Transaction, userId: string): Promise<ReadonlySet<string>> =>
  new Set([userId, ...(await actors(tx, { userId })).map(({ id }) => id)])

const founder = rowStatement<NoValues, { actorId: string | null }>(
  'audit.founder',
  `select actor_id as "actorId" from audit_row
   where workspace_id = :workspace and action = 'workspace.create' and outcome = 'success' order by position limit 1`,
)
/** The person who made the workspace; null if the server made it, or no row names the person. */
export const founderOf = async (tx: Transaction) => (await founder(tx))?.actorId ?? null
