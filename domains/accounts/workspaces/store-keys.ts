import {
  isAdministrator,
  isInScope,
  withPerson,
  type Caller,
  type Scope,
  type WorkspaceKind,
} from '../../../platform/access/index.ts'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { apiKey, type ApiKeyRow } from './tables.ts'

const key = `${apiKey.columns}, users.name as "ownerName", users.email as "ownerEmail"
  from api_key ${withPerson('api_key.user_id')}`
const order = `(api_key.created_at, api_key.id) < (:at, :id) and revoked_at is null and (client_id is null or expires_at > now()::timestamptz(3))
   order by api_key.created_at desc, api_key.id desc limit :rows`

type Page = Cursor & { readonly rows: number }
const all = statement<Page, ApiKeyRow>('api-key.page', `select ${key} where workspace_id = :workspace and ${order}`)
const own = statement<Page & { userId: string }, ApiKeyRow>(
  'api-key.own-page',
  `select ${key} where workspace_id = :workspace and user_id = :userId and ${order}`,
)
/** A page of all keys, or of a single person's. */
export const keyPage = async (tx: Transaction, after: Cursor, limit: number, userId: string | undefined) => {
  const page = { ...after, rows: limit + 1 }
  return pageOf(userId === undefined ? await all(tx, page) : await own(tx, { ...page, userId }), limit)
}

/** True if a caller sees and revokes the keys of others; a key needs the scope for it. */
export const seesAllKeys = ({ role, scopes }: Pick<Caller, 'role' | 'scopes'>): boolean =>
  isAdministrator(role) && isInScope(scopes, 'admin')

const findOwner = rowStatement<{ id: string }, { userId: string }>(
  'api-key.owner',
  'select user_id as "userId" from api_key where workspace_id = :workspace and id = :id',
)
/** A key belongs to no project, and is visible only to its person and to administrators. */
export const apiKeyKind: WorkspaceKind = async (tx, id, caller) => {
  const owner = await findOwner(tx, { id })
  return owner && (owner.userId === caller.userId || seesAllKeys(caller)) ? { projectId: null } : undefined
}

/** The key that was revoked by this, or undefined if it had been before. */
export const revokeKey = rowStatement<{ id: string; now: Date; userId: string }, { name: string; userId: string }>(
  'api-key.revoke',
  `update api_key set revoked_at = :now, revoked_by = :userId
   where workspace_id = :workspace and id = :id and revoked_at is null returning name, user_id as "userId"`,
)

const lock = statement<{ userId: string }>(
  'api-key.lock-own',
  `select pg_advisory_xact_lock(hashtextextended('api keys ' || :workspace || ' ' || :userId, 0))`,
)
const count = statement<{ userId: string }, { live: number }>(
  'api-key.count-own',
  `select count(*)::int as live from api_key
   where workspace_id = :workspace and user_id = :userId and revoked_at is null and (expires_at is null or expires_at > now()::timestamptz(3))`,
)
/** The number of a person's keys, locked until the transaction ends. */
export const lockAndCountKeys = async (tx: Transaction, userId: string) => {
  await lock(tx, { userId })
  return (await count(tx, { userId })).at(0)!.live
}

type NewKey = Pick<ApiKeyRow, 'id' | 'userId' | 'name' | 'hint' | 'scopes' | 'projectIds' | 'expiresAt' | 'createdAt'>
export const insertKey = statement<NewKey & { secretHash: Buffer }>(
  'api-key.insert',
  insertInto(apiKey, ['id', 'userId', 'name', 'secretHash', 'hint', 'scopes', 'projectIds', 'expiresAt', 'createdAt'], {
    workspaceId: ':workspace',
  }),
)

export const findKey = rowStatement<{ id: string }, ApiKeyRow>(
  'api-key.find',
  `select ${key} where workspace_id = :workspace and api_key.id = :id`,
)

const names = statement<{ userId: string }, { name: string }>(
  'api-key.names-of',
  `select name from api_key
   where user_id = :userId and revoked_at is null and (expires_at is null or expires_at > now()::timestamptz(3))
   order by created_at, id limit 50`,
)
/** The names of a person's living keys, in every workspace. */
export const namesOfKeys = async (tx: Transaction, userId: string) =>
  (await names(tx, { userId })).map(({ name }) => name)

/** Connects a program to its person in the transaction's workspace: a key without a secret. */
export const connectProgram = statement<Omit<NewKey, 'projectIds'> & { clientId: string }>(
  'api-key.connect-program',
  insertInto(apiKey, ['id', 'userId', 'name', 'hint', 'scopes', 'expiresAt', 'createdAt', 'clientId'], {
    workspaceId: ':workspace',
  }),
)

/** Returns a connected program, unless its connection or its membership has ended. Runs in an identity transaction. */
export const findProgram = rowStatement<{ id: string }, LiveProgram>(
  'api-key.live-program',
  `select workspace_id as "workspaceId", user_id as "userId", client_id as "clientId", scopes from api_key
   where id = :id and client_id is not null and revoked_at is null and expires_at > now()::timestamptz(3)`,
)
export interface LiveProgram {
  readonly workspaceId: string
  readonly userId: string
  readonly clientId: string | null
  readonly scopes: readonly Scope[]
}

/** Updates the expiry of the connection of a program that was just used. Runs in an identity transaction. */
export const prolongProgram = statement<{ id: string; expiresAt: Date }>(
  'api-key.prolong-program',
  `update api_key set expires_at = :expiresAt where id = :id and client_id is not null and revoked_at is null`,
)

const touch = statement<{ ids: readonly string[] }>(
  'api-key.touch',
  `update api_key set last_used_at = now()
   where id = any(:ids) and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
)
/** Records that these keys were used, at most once a minute. Runs in an identity transaction. */
export const touchKeys = (tx: Transaction, ids: readonly string[]) => touch(tx, { ids })
