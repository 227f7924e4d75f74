import type { WorkspaceKind } from '../../../../platform/access/index.ts'
import { pageOf, type Cursor } from '../../../../platform/db/page.ts'
import { statement, type Transaction } from '../../../../platform/db/transaction.ts'
import { seesAllKeys } from './sees-all.ts'
import { apiKey, type ApiKeyRow } from './tables.ts'

const key = `${apiKey.columns}, users.name as "ownerName", users.email as "ownerEmail"
  from api_key join users on users.id = api_key.user_id`
const order = `(api_key.created_at, api_key.id) < ($2, $3) and revoked_at is null
   order by api_key.created_at desc, api_key.id desc limit $4`

const all = statement<ApiKeyRow>('api-key.page', `select ${key} where workspace_id = $1 and ${order}`)
const own = statement<ApiKeyRow>(
  'api-key.own-page',
  `select ${key} where workspace_id = $1 and user_id = $5 and ${order}`,
)
/** A page of everybody's keys, or of one person's. */
export const keyPage = async (tx: Transaction, after: Cursor, limit: number, userId: string | undefined) => {
  const values = [tx.workspace, after.at, after.id, limit + 1]
  return pageOf(userId === undefined ? await all(tx, values) : await own(tx, [...values, userId]), limit)
}

const owner = statement<{ userId: string }>(
  'api-key.owner',
  'select user_id as "userId" from api_key where workspace_id = $1 and id = $2',
)
/** A key belongs to no project, and is there for its person and for administrators alone. */
export const apiKeyKind: WorkspaceKind = async (tx, id, caller) => {
  const found = (await owner(tx, [tx.workspace, id])).at(0)
  return found && (found.userId === caller.userId || seesAllKeys(caller)) ? { projectId: null } : undefined
}

const revocation = statement<{ name: string; userId: string }>(
  'api-key.revoke',
  `update api_key set revoked_at = $3, revoked_by = $4
   where workspace_id = $1 and id = $2 and revoked_at is null returning name, user_id as "userId"`,
)
/** The key that was revoked by this, or undefined where it had been before. */
export const revokeKey = async (tx: Transaction, id: string, now: Date, userId: string) =>
  (await revocation(tx, [tx.workspace, id, now, userId])).at(0)

const lock = statement(
  'api-key.lock-own',
  `select pg_advisory_xact_lock(hashtextextended('api keys ' || $1 || ' ' || $2, 0))`,
)
const count = statement<{ live: number }>(
  'api-key.count-own',
  `select count(*)::int as live from api_key
   where workspace_id = $1 and user_id = $2 and revoked_at is null and (expires_at is null or expires_at > now())`,
)
/** How many keys a person has, which nobody else adds to until the transaction ends. */
export const lockAndCountKeys = async (tx: Transaction, userId: string) => {
  await lock(tx, [tx.workspace, userId])
  return (await count(tx, [tx.workspace, userId])).at(0)!.live
}

const insert = statement(
  'api-key.insert',
  `insert into api_key (id, workspace_id, user_id, name, secret_hash, hint, scopes, project_ids, expires_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)
export type NewKey = Pick<
  ApiKeyRow,
  'id' | 'userId' | 'name' | 'hint' | 'scopes' | 'projectIds' | 'expiresAt' | 'createdAt'
>
export const insertKey = (tx: Transaction, key: NewKey, secretHash: Buffer) => {
  const { id, userId, name, hint, scopes, projectIds, expiresAt, createdAt } = key
  return insert(tx, [id, tx.workspace, userId, name, secretHash, hint, scopes, projectIds, expiresAt, createdAt])
}

const find = statement<ApiKeyRow>('api-key.find', `select ${key} where workspace_id = $1 and api_key.id = $2`)
export const findKey = async (tx: Transaction, id: string) => (await find(tx, [tx.workspace, id])).at(0)

const names = statement<{ name: string }>(
  'api-key.names-of',
  `select name from api_key
   where user_id = $1 and revoked_at is null and (expires_at is null or expires_at > now())
   order by created_at, id limit 50`,
)
/** What a person's living keys are called, in every workspace. */
export const namesOfKeys = async (tx: Transaction, userId: string) =>
  (await names(tx, [userId])).map(({ name }) => name)
